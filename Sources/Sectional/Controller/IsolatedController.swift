/// A way from the pipeline's task to a controller that lives on an actor.
///
/// It holds neither the controller nor the actor, so that an actor that owns a list goes away with its last reference,
/// although the list waits for changes.
///
/// It is sendable although a controller is not: the reference is read in `adopt` only, on the actor where the
/// controller lives, because that is the actor on which this value was made.
struct IsolatedController<Record: Sendable>: @unchecked Sendable {
  private weak var controller: ResultsController<Record>?
  private weak var owner: (any Actor)?

  init(_ controller: ResultsController<Record>, on owner: isolated any Actor) {
    self.controller = controller
    self.owner = owner
  }

  /// Hands an event of a fetch to the controller, on its owner's actor.
  ///
  /// - Returns: Whether the controller is still there and follows this fetch.
  func adopt(_ event: ResultsEvent, generation: Int) async -> Bool {
    guard let owner else { return false }
    return await adopt(event, generation: generation, on: owner)
  }

  private func adopt(
    _ event: ResultsEvent, generation: Int, on owner: isolated any Actor
  ) -> Bool {
    guard let controller, controller.generation == generation else { return false }
    controller.adopt(event)
    return true
  }
}
