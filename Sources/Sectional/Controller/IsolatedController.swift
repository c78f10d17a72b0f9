/// A path from the pipeline's task to a controller that lives on an actor.
///
/// It retains neither the controller nor the actor, so an actor that owns a list is deallocated with its last
/// reference even while the list waits for changes.
///
/// It is sendable although a controller isn't: the reference is read only on the actor where this value
/// was created, which is the actor where the controller lives.
struct IsolatedController<Record: Sendable>: @unchecked Sendable {
  private weak var controller: ResultsController<Record>?
  private weak var owner: (any Actor)?

  init(_ controller: ResultsController<Record>, on owner: isolated any Actor) {
    self.controller = controller
    self.owner = owner
  }

  /// Hands a fetch's event to the controller, on its owner's actor.
  ///
  /// - Returns: Whether the controller still exists and still follows this fetch.
  func receive(_ event: ResultsEvent, of fetch: ResultsFetch) async -> Bool {
    guard let owner else { return false }
    return await receive(event, of: fetch, on: owner)
  }

  /// Ends a fetch of a controller that doesn't track changes, if it has everything that it can load.
  ///
  /// - Returns: Whether the fetch has ended.
  func ended(_ fetch: ResultsFetch) async -> Bool {
    guard let owner else { return true }
    return await ended(fetch, on: owner)
  }

  private func ended(_ fetch: ResultsFetch, on owner: isolated any Actor) -> Bool {
    guard let controller else { return true }
    guard controller.results.isLoaded, !controller.results.list.needsPipeline else { return false }
    controller.endSteps(of: fetch)
    return true
  }

  private func receive(
    _ event: ResultsEvent, of fetch: ResultsFetch, on owner: isolated any Actor
  ) async -> Bool {
    guard let controller else { return false }
    return await controller.receive(event, of: fetch, isolation: owner)
  }
}
