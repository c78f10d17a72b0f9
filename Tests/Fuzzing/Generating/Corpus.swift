import Foundation

/// The inputs that are kept in files, a folder for each part.
enum Corpus {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus")

  /// Returns the inputs of a part with the names of their files, sorted.
  static func inputs(of part: String) throws -> [(name: String, bytes: [UInt8])] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: part), includingPropertiesForKeys: nil)
    return try files.sorted { $0.lastPathComponent < $1.lastPathComponent }.map {
      ($0.lastPathComponent, Array(try Data(contentsOf: $0)))
    }
  }
}
