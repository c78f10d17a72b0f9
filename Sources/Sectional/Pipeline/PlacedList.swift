/// A state of the store, and the change source's place in its record.
struct StorePlace<Version: StoreVersion, Cursor: Codable & Sendable>: Sendable {
  var version: Version?
  var cursor: Cursor?

  /// Whether both are known to be the same state of the store.
  func isSame(as other: Self) -> Bool { version != nil && version == other.version }
}

extension StorePlace: Equatable where Cursor: Equatable {}

/// A list as it was read at a place.
struct PlacedList<Version: StoreVersion, Cursor: Codable & Sendable>: Sendable {
  var list: HeldList
  var place: StorePlace<Version, Cursor>

  var snapshot: RowSnapshot { list.snapshot }
}

/// What a pipeline delivered last, on which its next delivery is based.
///
/// It isn't sendable; the pipeline that owns it guards it.
final class DeliveredList<Version: StoreVersion, Cursor: Codable & Sendable> {
  typealias Placed = PlacedList<Version, Cursor>

  enum State {
    /// Nothing yet.
    case nothing
    /// Sections and keys from the section cache; the contents follow.
    case sections(Placed)
    case rows(Placed)
    /// Nothing any longer.
    case closed
  }

  private(set) var state = State.nothing
  // What the owner held before. It is retained until the owner asks for more and is then released by the pipeline, because
  // freeing a long list takes time that the owner doesn't have.
  private var outgoing: RowSnapshot?

  /// What people see of the rows if none are hidden; `nil` before their contents were read.
  private(set) var presented: PresentedList?

  /// The rows, once their contents were read.
  var rows: Placed? { if case .rows(let list) = state { list } else { nil } }

  /// The sections and keys, as long as nothing else was delivered.
  var sections: Placed? { if case .sections(let list) = state { list } else { nil } }

  /// The rows or, before these are read, the sections.
  var shown: Placed? { rows ?? sections }

  /// The place of what is shown.
  var place: StorePlace<Version, Cursor>? {
    get { shown?.place }
    set {
      guard let newValue else { return }
      switch state {
      case .sections(var list):
        list.place = newValue
        state = .sections(list)
      case .rows(var list):
        list.place = newValue
        state = .rows(list)
      case .nothing, .closed: break
      }
    }
  }

  /// Records a delivery; after the end there is none.
  ///
  /// - Parameters:
  ///   - next: What is delivered.
  ///   - presented: What people see of it, if these are rows.
  func deliver(_ next: State, as presented: PresentedList? = nil) {
    if case .closed = state { return }
    outgoing = if case .closed = next { nil } else { rows?.snapshot }
    (state, self.presented) = (next, presented)
  }

  /// Releases what the owner held before.
  func releaseOutgoing() { outgoing = nil }
}
