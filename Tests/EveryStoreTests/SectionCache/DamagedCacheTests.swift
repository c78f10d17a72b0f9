import Foundation
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// No matter what is in place of a section cache's file, the list is correct, a reason is reported, and nothing outside
/// the folder is touched.
@MainActor @Suite(.serialized) struct DamagedCacheTests {
  private let bench: CacheBench
  private let store: SQLiteStore
  private let name: String
  private let place: String
  private let valid: [UInt8]
  private let bystanders: [String: Data]

  init() async throws {
    let bench = try CacheBench()
    try await bench.keep()
    let name = try #require(bench.folder.fileNames.first)
    self.bench = bench
    self.name = name
    store = try bench.file.store()
    place = bench.folder.path + "/" + name
    valid = Array(try Data(contentsOf: URL(filePath: place)))
    try Data("a bystander".utf8).write(to: bench.file.folder.appending(path: "bystander"))
    bystanders = try bench.bystanders()
  }

  private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: place)) }

  /// Removes the file to make room for something else.
  private func clear() throws { try FileManager.default.removeItem(atPath: place) }

  /// Returns the reason why some bytes aren't a cache file, or `nil` if they are.
  private func complaint(of bytes: [UInt8]) throws -> String? {
    try put(bytes)
    do throws(SectionCacheError) {
      _ = try bench.folder.sections(inFile: name)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Opens the list, which must be read from the store, and returns the reason.
  @discardableResult private func miss(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let controller = bench.list(over: store, tracksChanges: false, keeping: false)
    try await controller.performFetch(.sections)
    let report = controller.diagnostics.cache
    #expect(report?.outcome == .miss, "\(what)", sourceLocation: sourceLocation)
    #expect(report?.reason.isEmpty == false, "\(what)", sourceLocation: sourceLocation)
    #expect(controller.results.isLoaded, "\(what)", sourceLocation: sourceLocation)
    #expect(
      CacheBench.outline(controller.results) == CacheBench.outline, "\(what)",
      sourceLocation: sourceLocation)
    #expect(try bench.bystanders() == bystanders, "\(what)", sourceLocation: sourceLocation)
    return report?.reason ?? ""
  }

  // Otherwise the following tests would prove nothing.
  @Test func `an intact cache file is shown`() async throws {
    let controller = bench.list(over: store, keeping: false)
    try await controller.performFetch(.sections)
    #expect(controller.diagnostics.cache?.outcome == .hit)
    #expect(!controller.results.isLoaded)
    #expect(CacheBench.outline(controller.results) == CacheBench.outline)
    #expect(try complaint(of: valid) == nil)
    #expect(CraftedFile(valid).bytes == valid)
    controller.stop()
  }

  @Test(arguments: [0x01, 0xFF] as [UInt8])
  func `a change of any byte is detected`(mask: UInt8) async throws {
    var accepted: [Int] = []
    for place in valid.indices {
      var bytes = valid
      bytes[place] ^= mask
      if try complaint(of: bytes)?.isEmpty != false { accepted.append(place) }
      // Let other tests on this actor run.
      if place % 64 == 0 { await Task.yield() }
    }
    #expect(accepted.isEmpty)
    for place in stride(from: 0, to: valid.count, by: 41) {
      var bytes = valid
      bytes[place] ^= mask
      try put(bytes)
      try await miss("byte \(place)")
    }
  }

  @Test(arguments: [1, 2, 4])
  func `an intact file of another form is a miss, and is replaced`(format: Int) async throws {
    var file = CraftedFile(valid)
    file.format = format
    try put(file.bytes)
    #expect(try await miss("format \(format)").contains("another version of Sectional"))
    try await bench.keep()
    #expect(try complaint(of: Array(try Data(contentsOf: URL(filePath: place)))) == nil)
  }

  @Test func `each leaf that is damaged alone is detected`() async throws {
    let bench = try CacheBench(
      rows: (0..<40).map { "(\($0), 'name \($0)', 'team \($0 % 3)')" }.joined(separator: ", "))
    let store = try bench.file.store()
    let kept = bench.list(over: store)
    kept.options.cache?.leafRows = 8
    try await kept.performFetch()
    await kept.close()
    let name = try #require(bench.folder.fileNames.first)
    let leaves = try #require(try bench.folder.sections(inFile: name).outline).leaves
    #expect(leaves.count == 5)
    let place = URL(filePath: bench.folder.path + "/" + name)
    let valid = Array(try Data(contentsOf: place))
    var start = valid.count - leaves.reduce(0) { $0 + $1.byteCount }
    for leaf in leaves {
      for damaged in [start, start + leaf.byteCount / 2, start + leaf.byteCount - 1] {
        var bytes = valid
        bytes[damaged] ^= 1
        try Data(bytes).write(to: place)
        let list = bench.list(over: store, tracksChanges: false, keeping: false)
        try await list.performFetch(.sections)
        #expect(list.diagnostics.cache?.outcome == .miss, "byte \(damaged)")
        #expect(list.results.isLoaded && list.results.numberOfObjects == 40)
      }
      start += leaf.byteCount
    }
    try Data(valid).write(to: place)
    let intact = bench.list(over: store, tracksChanges: false, keeping: false)
    try await intact.performFetch(.sections)
    #expect(intact.diagnostics.cache?.outcome == .hit)
  }

  @Test func `a file truncated at any byte is detected`() async throws {
    var accepted: [Int] = []
    for count in valid.indices {
      if try complaint(of: Array(valid[..<count]))?.isEmpty != false { accepted.append(count) }
      if count % 64 == 0 { await Task.yield() }
    }
    #expect(accepted.isEmpty)
    for count in stride(from: 0, to: valid.count, by: 53) {
      try put(Array(valid[..<count]))
      try await miss("\(count) bytes")
    }
  }

  @Test(arguments: [1, 7, 8, 32, 4096])
  func `extra bytes at the end are detected`(count: Int) async throws {
    for byte in [0, 0x41] as [UInt8] {
      let bytes = valid + Array(repeating: byte, count: count)
      #expect(try complaint(of: bytes)?.isEmpty == false)
      try await miss("\(count) times \(byte)")
    }
    #expect(try complaint(of: valid + valid)?.isEmpty == false)
    try await miss("twice")
  }

  @Test func `empty and foreign files are misses`() async throws {
    for bytes in [
      [], Array("sectional cache\n".utf8), Array("SQLite format 3\u{0}".utf8),
      Array(repeating: 0, count: 10_000), Array(repeating: 0xFF, count: 10_000),
      // Lengths whose sum is far past any end.
      Array(valid[..<28]) + Array(repeating: 0xFF, count: 16) + Array(valid[44...]),
    ] as [[UInt8]] {
      try put(bytes)
      try await miss("\(bytes.prefix(16))")
    }
  }

  @Test func `a file of another request is not shown under this one's name`() async throws {
    let other = CacheBench.Strangers(folder: bench.file.folder.path + "/others")
    let bytes = try await other.file(over: store)
    try put(bytes)
    // The file itself is valid.
    #expect(try complaint(of: bytes) == nil)
    let controller = bench.list(over: store, tracksChanges: false, keeping: false)
    try await controller.performFetch(.sections)
    #expect(controller.diagnostics.cache?.outcome == .miss)
    #expect(controller.diagnostics.cacheMissReason?.contains("another request") == true)
    #expect(CacheBench.outline(controller.results) == CacheBench.outline)
  }

  @Test func `a folder in place of the file is a miss and is not removed`() async throws {
    try clear()
    let manager = FileManager.default
    try manager.createDirectory(atPath: place, withIntermediateDirectories: false)
    #expect(try await miss("an empty folder").contains("folder"))
    let inside = place + "/inside"
    try Data("inside".utf8).write(to: URL(filePath: inside))
    #expect(try await miss("a full folder").contains("folder"))
    let controller = bench.list(over: store)
    try await controller.performFetch(.sections)
    await controller.close()
    #expect(controller.diagnostics.cacheProblem?.isEmpty == false)
    #expect(try Data(contentsOf: URL(filePath: inside)) == Data("inside".utf8))
    // No draft is left of the file that couldn't be put there.
    #expect(try manager.contentsOfDirectory(atPath: bench.folder.path) == [name])
  }

  @Test(arguments: ["moved", "bystander", "nowhere"])
  func `a link is not followed, and a new file takes its place`(target: String) async throws {
    let manager = FileManager.default
    let destination = bench.file.folder.appending(path: target).path
    if target == "moved" {
      try manager.moveItem(atPath: place, toPath: destination)
    } else {
      try clear()
    }
    let before = try bench.bystanders()
    try manager.createSymbolicLink(atPath: place, withDestinationPath: destination)
    for isWritingCache in [false, true] {
      let controller = bench.list(over: store, keeping: isWritingCache)
      try await controller.performFetch(.sections)
      #expect(controller.diagnostics.cache?.outcome == .miss)
      #expect(controller.diagnostics.cacheMissReason?.contains("link") == true)
      #expect(CacheBench.outline(controller.results) == CacheBench.outline)
      await controller.close()
      #expect(try bench.bystanders() == before)
    }
    #expect(
      try manager.attributesOfItem(atPath: place)[.type] as? FileAttributeType == .typeRegular)
    let again = bench.list(over: store, keeping: false)
    try await again.performFetch(.sections)
    #expect(again.diagnostics.cache?.outcome == .hit)
    again.stop()
  }

  @Test func `a pipe in place of the file is a miss and does not block`() async throws {
    try clear()
    let made = unsafe mkfifo(place, 0o600)
    try #require(made == 0)
    try await miss("a pipe")
    let controller = bench.list(over: store)
    try await controller.performFetch(.sections)
    await controller.close()
    #expect(controller.diagnostics.cacheProblem == nil)
    #expect(try complaint(of: Array(try Data(contentsOf: URL(filePath: place)))) == nil)
  }

  @Test func `a folder of caches that is a link, or a file, is not used`() async throws {
    let manager = FileManager.default
    let moved = bench.file.folder.appending(path: "elsewhere").path
    try manager.moveItem(atPath: bench.folder.path, toPath: moved)
    try manager.createSymbolicLink(atPath: bench.folder.path, withDestinationPath: moved)
    try await miss("a link to the folder")
    try manager.removeItem(atPath: bench.folder.path)
    try Data("a file".utf8).write(to: URL(filePath: bench.folder.path))
    let controller = bench.list(over: store)
    try await controller.performFetch(.sections)
    #expect(controller.diagnostics.cache?.outcome == .miss)
    await controller.close()
    #expect(controller.diagnostics.cacheProblem?.isEmpty == false)
    #expect(try Data(contentsOf: URL(filePath: bench.folder.path)) == Data("a file".utf8))
  }
}

extension CacheBench {
  /// Creates files of another request under the same name.
  @MainActor fileprivate struct Strangers {
    let folder: String

    func file(over store: SQLiteStore) async throws -> [UInt8] {
      let request = ResultsRequest<Item>(sortBy: [SortKey(\.name, order: .reverse)])
      let controller = ResultsController(
        fetchRequest: request, store: store, sectionBy: SectionKey(\.team), cacheName: "items")
      let cache = SectionCacheFolder(path: folder)
      controller.options.cache?.folder = cache
      try await controller.performFetch()
      await controller.close()
      let name = try #require(cache.fileNames.first)
      return Array(try Data(contentsOf: URL(filePath: folder + "/" + name)))
    }
  }
}
