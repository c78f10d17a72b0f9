/// The actor that owns the lists and measures them; the main actor would add the cost of its own queue.
@globalActor actor ListOwner {
  static let shared = ListOwner()
}
