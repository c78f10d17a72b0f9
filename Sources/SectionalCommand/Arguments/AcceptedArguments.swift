import Foundation
import Sectional
import SectionalComparison

extension AcceptedDifferences {
  /// Reads the causes that `--accept` and the files of `--accept-from` name.
  ///
  /// - Throws: ``UsageError`` if a file can't be read, or `StoreError` if there is no such cause.
  init(_ arguments: Arguments) throws {
    var texts = arguments.values(of: .accept)
    for path in arguments.values(of: .acceptFrom) {
      guard let data = FileManager.default.contents(atPath: path),
        let text = String(validating: data, as: UTF8.self)
      else { throw UsageError("--accept-from: \(path) can't be read as text") }
      texts += text.split(whereSeparator: \.isNewline).map {
        $0.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      }.filter { !$0.isEmpty }
    }
    do { self = try AcceptedDifferences(texts) } catch {
      throw UsageError("--accept: \(error.message)")
    }
  }
}
