import Foundation

/// The rules by which Swift splits text into characters and uppercases them.
enum TextRules {
  /// The version of the rules: the system's or, on other platforms, that of the Swift compiler.
  static var version: String {
    #if canImport(Darwin)
      return ProcessInfo.processInfo.operatingSystemVersionString
    #elseif compiler(>=6.4)
      return "Swift 6.4"
    #elseif compiler(>=6.3)
      return "Swift 6.3"
    #else
      return "Swift 6.2"
    #endif
  }
}
