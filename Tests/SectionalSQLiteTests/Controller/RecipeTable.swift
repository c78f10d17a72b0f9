import Foundation
import Sectional

/// Hands the calls of a list to a table view.
@MainActor final class RecipeTable: ResultsControllerDelegate {
  var recipe = TableRecipe([])
  var crash: (any Error)?
  var brackets = 0

  static func rows(_ controller: ResultsController<Item>) -> [[Item]] {
    controller.sections.map { Array($0) }
  }

  func controller(
    _ controller: ResultsController<Item>, didChange section: ResultsSection<Item>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind
  ) { attempt { try recipe.section(sectionIndex, type) } }

  func controller(
    _ controller: ResultsController<Item>, didChange object: Item, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) { attempt { try recipe.row(indexPath, type, newIndexPath) } }

  func controllerDidChangeContent(_ controller: ResultsController<Item>) {
    brackets += 1
    attempt { try recipe.end(asking: RecipeTable.rows(controller)) }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { crash = crash ?? error }
  }
}
