import Foundation
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Values are read as they were written, for every type of column in every storage form.
@MainActor @Suite struct CellTypeTests {
  private func expectRoundTrip<Cell: ColumnValue & Equatable>(
    _ values: [Cell], as storage: Cell.Storage = Cell.defaultStorage,
    in type: String = "BLOB", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for value in values {
      let cell = value.cell(as: storage)
      #expect(Cell(cell: cell, as: storage) == value, sourceLocation: sourceLocation)
      let file = try ScratchDatabase("CREATE TABLE t(a \(type))")
      let store = try file.store()
      try await store.write { _ = try $0.execute("INSERT INTO t VALUES (?)", [cell]) }
      let read = try await store.read { reader in
        try await reader.fetch(ResultsRequest(source: .table("t"))).first?["a"]
      }
      #expect(
        read.flatMap { Cell(cell: $0, as: storage) } == value, "\(value) in \(type)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `integers are read as they were written`() async throws {
    try await expectRoundTrip([Int64.min, -1, 0, .max], in: "INTEGER")
    try await expectRoundTrip([Int.min, 0, .max])
    try await expectRoundTrip([Int32.min, .max], in: "INTEGER")
    try await expectRoundTrip([Int16.min, .max])
    try await expectRoundTrip([Int8.min, .max], in: "REAL")
    try await expectRoundTrip([UInt32.min, .max], in: "INTEGER")
    try await expectRoundTrip([UInt16.min, .max])
    try await expectRoundTrip([UInt8.min, .max])
    try await expectRoundTrip([Int?.none, 1])
  }

  @Test func `other plain values are read as they were written`() async throws {
    let reals = [0, -0.0, 0.1, 1, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 0x1p53]
    try await expectRoundTrip(reals, in: "REAL")
    try await expectRoundTrip(reals, in: "NUMERIC")
    try await expectRoundTrip([true, false], in: "BOOLEAN")
    try await expectRoundTrip([Bool?.none, true, false])
    try await expectRoundTrip(
      ["", "a\0b", "\u{E9}", "\u{1F469}\u{200D}\u{1F680}", "7"], in: "TEXT")
    try await expectRoundTrip([String?.none, "", "x"], in: "TEXT")
    try await expectRoundTrip([Data(), Data([0, 255]), Data([1, 2, 3]).dropFirst()], in: "TEXT")
    try await expectRoundTrip([Data?.none, Data()])
  }

  @Test func `UUIDs and enumerations are read as they were written`() async throws {
    let uuids = (0..<3).map { _ in UUID() }
    try await expectRoundTrip(uuids, as: .text, in: "TEXT")
    try await expectRoundTrip(uuids, as: .blob)
    try await expectRoundTrip([UUID?.none] + uuids, as: .blob)
    try await expectRoundTrip(Parcel.Status.allCases, in: "TEXT")
    try await expectRoundTrip(Parcel.Rank.allCases, in: "INTEGER")
    try await expectRoundTrip([Parcel.Rank?.none, .low], in: "INTEGER")
    try await expectRoundTrip(uuids, as: .lowercaseText, in: "TEXT")
    #expect(UUID(cell: .text("not one"), as: .text) == nil)
    #expect(UUID(cell: .blob(Array(repeating: 0, count: 15)), as: .blob) == nil)
    #expect(Parcel.Status(cell: "lost", as: .plain) == nil)
    #expect(Parcel.Rank(cell: 7, as: .plain) == nil)
  }

  @Test func `a number is converted only if the conversion is exact`() {
    #expect(Int32(cell: .integer(1 << 31), as: .plain) == nil)
    #expect(UInt8(cell: -1, as: .plain) == nil)
    #expect(Int64(cell: .real(0x1p63), as: .plain) == nil)
    #expect(Int(cell: 1.5, as: .plain) == nil)
    #expect(Int(cell: 2.0, as: .plain) == 2)
    #expect(Int(cell: .real(.infinity), as: .plain) == nil)
    #expect(Double(cell: .integer(.max), as: .plain) == nil)
    #expect(Double(cell: 5, as: .plain) == 5)
    #expect(Bool(cell: 2, as: .plain) == nil)
    #expect(Int(cell: "1", as: .plain) == nil)
    #expect(String(cell: .malformedText([0xFF]), as: .plain) == nil)
    #expect(Int(cell: .null, as: .plain) == nil)
    #expect(Date(cell: .real(.infinity), as: .unixSeconds) == nil)
  }
}
