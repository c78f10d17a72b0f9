import Foundation

/// A mark on transactions, by which a list recognizes the changes that its view already shows.
///
/// A view that lets people move, delete or edit rows shows the result before it is written. Its owner creates one tag, writes
/// with it, and skips the change sets whose ``ResultsChangeset/tag`` is equal to it; other lists show the same changes as
/// usual.
///
/// A tag means something within the process, and for writes through the list's own store.
public struct WriteTag: Hashable, Sendable {
  private let identifier = UUID()

  /// Creates a tag that differs from all others.
  public init() {}
}

/// The tag that all transactions between two states of a list have in common, if there is one.
enum CommonTag: Sendable, Hashable {
  /// No transaction that changed the list.
  case empty
  /// Only transactions with this tag.
  case only(WriteTag)
  /// Transactions without a tag, with several tags, or unknown ones.
  case mixed

  /// Creates the value for a change whose transactions have a tag in common, or none.
  init(_ tag: WriteTag?) { self = tag.map { .only($0) } ?? .mixed }

  /// The tag of all transactions, or `nil` if they have no tag in common.
  var tag: WriteTag? {
    guard case .only(let tag) = self else { return nil }
    return tag
  }

  /// Returns the value for these transactions and others.
  func joined(with other: CommonTag) -> CommonTag {
    if self == .empty { return other }
    return other == .empty || other == self ? self : .mixed
  }
}
