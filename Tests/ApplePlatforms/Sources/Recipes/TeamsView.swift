import Foundation
import Sectional
import SectionalSQL
import SectionalSwiftUI
import SwiftUI

struct TeamsView: View {
  @SectionedResults(sortBy: [SortKey(\.name)], sectionNameKeyPath: \.team)
  private var contacts: ResultsList<Contact>

  var body: some View {
    List {
      if let error = $contacts.error { Text(error.message) }
      ForEach(contacts) { team in
        Section(team.name) {
          ForEach(team) { Text($0.name) }
        }
      }
    }
  }
}

struct OfficeView: View {
  let store: any ResultsStore

  var body: some View {
    TeamsView().environment(\.resultsStore, store)
  }
}

struct TeamsCountView: View {
  @SectionedResults(
    ResultsRequest<Contact>(predicate: #Predicate { $0.name != "" }, sortBy: [SortKey(\.name)]),
    sectionBy: SectionKey(\.team).named(nil: "No team"),
    alongside: ResultsRequest<StoredRow>(
      sql: "SELECT count(*) AS total FROM contact WHERE starred", key: ["total"]))
  private var contacts: ResultsList<Contact>

  var body: some View {
    List {
      Text("\($contacts.controller.alongside.first?["total"]?.integerValue ?? 0) starred")
      ForEach(contacts) { team in Text("\(team.name) \(team.count)") }
    }
  }
}

struct FirstOfTeamsView: View {
  @SectionedResults(
    sortBy: [SortKey(\.name)], sectionNameKeyPath: \.team,
    display: SectionDisplay(rows: .first(3)))
  private var contacts: ResultsList<Contact>

  var body: some View {
    List {
      ForEach(contacts) { team in
        Section("\(team.name) (\(team.totalCount))") {
          ForEach(team) { Text($0.name) }
        }
      }
    }
  }
}

struct TeamView: View {
  @State private var members: ObservedRows<Contact>

  init(_ team: String, of controller: ResultsController<Contact>) {
    _members = State(
      wrappedValue: controller.observedRows(ofSection: .text(team), properties: [\.name]))
  }

  var body: some View {
    List(members.rows) { contact in
      Text(contact.name)
    }
  }
}
