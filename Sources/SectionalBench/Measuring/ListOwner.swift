/// The actor that owns and measures the lists; the main actor would add the cost of its own queue.
@globalActor actor ListOwner {
  static let shared = ListOwner()
}
