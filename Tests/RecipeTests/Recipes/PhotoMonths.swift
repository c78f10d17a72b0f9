import Foundation
import Sectional

/// A photo of a library.
struct Photo: StoredRecord, Identifiable {
  var id: Int64
  var takenAt: Date
  var file: String

  static let table = RecordTable(
    "photo", RecordColumn("id", \.id, primaryKey: true), RecordColumn("taken_at", \.takenAt),
    RecordColumn("file", \.file), row: Photo.init)
}

/// All photos by month, the newest first, of which a thousand are held.
func photoMonths(in store: some ResultsStore) -> ResultsController<Photo> {
  var request = ResultsRequest<Photo>(sortBy: [SortKey(\.takenAt, order: .reverse)])
  request.fetchWindowSize = 1000
  return ResultsController(
    fetchRequest: request, store: store,
    sectionBy: .calendar(.month, of: \.takenAt, in: .gmt).ordered(.reverse).titled { month in
      // The key of November 2026 is 202611.
      guard case .integer(let month) = month else { return "No date" }
      return "\(month % 100)/\(month / 100)"
    }, indexTitle: .none)
}

/// The first 60 photos of a month, also if the list hasn't counted that far.
@MainActor func photos(
  of month: Int, in list: ResultsController<Photo>
) async throws -> [Photo] {
  let page = try await list.page(at: .section(.integer(Int64(month))), count: 60)
  return page.results.first { $0.key == .integer(Int64(month)) }.map { Array($0.rows) } ?? []
}
