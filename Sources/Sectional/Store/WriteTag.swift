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

/// The tags of the transactions that lie between two states of a list.
enum TagSpan: Sendable, Hashable {
  /// No transaction that changed the list.
  case empty
  /// Only transactions with this tag.
  case only(WriteTag)
  /// Transactions without a tag, with several tags, or unknown ones.
  case mixed

  /// Creates the span of a change.
  init(_ tag: WriteTag?) { self = tag.map { .only($0) } ?? .mixed }

  /// The tag of all transactions, or `nil` if they have no tag in common.
  var tag: WriteTag? {
    guard case .only(let tag) = self else { return nil }
    return tag
  }

  /// Returns the tags of this span and another one.
  func joined(with other: TagSpan) -> TagSpan {
    if self == .empty { return other }
    return other == .empty || other == self ? self : .mixed
  }
}
