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

  /// Whether the controller still needs a pipeline if it doesn't track changes.
  var needsPipeline: Bool {
    get async {
      guard let owner else { return false }
      return await needsPipeline(on: owner)
    }
  }

  private func needsPipeline(on owner: isolated any Actor) -> Bool {
    controller.map { !$0.results.isLoaded || $0.results.list.needsPipeline } ?? false
  }

  private func receive(
    _ event: ResultsEvent, of fetch: ResultsFetch, on owner: isolated any Actor
  ) async -> Bool {
    guard let controller else { return false }
    return await controller.receive(event, of: fetch, isolation: owner)
  }
}
