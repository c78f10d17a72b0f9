import Foundation
import Sectional
import TestSupport

/// A predicate, and an equivalent closure in plain Swift.
struct RecordCase<Record: SchemaRecord>: Sendable {
  let name: String
  let predicate: Predicate<Record>
  let isTrue: @Sendable (Record) -> Bool

  init(
    _ name: String, _ predicate: Predicate<Record>,
    _ isTrue: @escaping @Sendable (Record) -> Bool
  ) {
    self.name = name
    self.predicate = predicate
    self.isTrue = isTrue
  }
}

typealias PredicateCase = RecordCase<Parcel>
typealias WareCase = RecordCase<Ware>
