import Foundation
import Testing

/// An application imports other frameworks together with ours, and shouldn't have to say whose type it means.
struct PublicNamesTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let libraries = [
    "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres", "SectionalICU",
    "SectionalComparison", "SectionalTesting",
  ]

  @Test
  func `no public type has the name of a type or a module of the frameworks beside us`() throws {
    let others = try PublicNamesTests.names(ofModules: false)
      .union(PublicNamesTests.names(ofModules: true))
    #expect(others.count > 3000)
    for library in PublicNamesTests.libraries {
      let own = try PublicNamesTests.publicTypes(of: library)
      #expect(!own.isEmpty)
      #expect(own.intersection(others).sorted() == [], "in \(library)")
    }
  }

  @Test
  func `no module has the name of a module or a type of the frameworks beside us`() throws {
    let manifest = try PublicNamesTests.text("Package.swift")
    let own = Set(
      manifest.matches(of: /arget\(\s*name: "([A-Za-z]+)"|Library\(\s*name: "([A-Za-z]+)"/)
        .compactMap { $0.1 ?? $0.2 })
    #expect(own.isSuperset(of: ["Sectional", "SectionalCSQLite", "SectionalSQLite"]))
    let others = try PublicNamesTests.names(ofModules: false)
      .union(PublicNamesTests.names(ofModules: true))
    #expect(own.intersection(others).sorted() == [])
  }

  @Test
  func `a public type is found, and one inside of another is not`() {
    let source = """
      public struct Row {
        public enum Kind {}
      }
      @MainActor public final class Table<Row> {}
      public typealias Column = Int
      struct Own {}
      public func f() {}
      """
    #expect(PublicNamesTests.publicTypes(in: source) == ["Row", "Table", "Column"])
  }

  /// The names of the list: those of modules stand at its end.
  private static func names(ofModules wantsModules: Bool) throws -> Set<Substring> {
    var names: Set<Substring> = []
    var areModules = false
    for line in try text("Fixtures/names-of-others.txt").split(separator: "\n") {
      if line.hasPrefix("#") {
        areModules = line == "# modules"
      } else if areModules == wantsModules {
        names.insert(line)
      }
    }
    return names
  }

  private static func publicTypes(of library: String) throws -> Set<Substring> {
    let sources = package.appending(path: "Sources/\(library)")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var names: Set<Substring> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      names.formUnion(publicTypes(in: try String(contentsOf: file, encoding: .utf8)))
    }
    return names
  }

  /// The types that are declared at the beginning of a line, or behind an `#if`: the formatter indents all others further.
  private static func publicTypes(in source: String) -> Set<Substring> {
    let declaration =
      /^(?:@[A-Za-z]+ )*(?:public|open) (?:final |indirect )*(?:struct|class|enum|actor|protocol|typealias) ([A-Za-z0-9_]+)/
    var names: Set<Substring> = []
    var conditions = 0
    for line in source.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("#endif") { conditions -= 1 }
      if line.count - code.count == 2 * conditions, let match = code.firstMatch(of: declaration) {
        names.insert(match.1)
      }
      if code.hasPrefix("#if ") { conditions += 1 }
    }
    return names
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }
}
