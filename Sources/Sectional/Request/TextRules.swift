import Foundation

/// The rules by which Swift takes texts apart into characters and makes them capitals.
enum TextRules {
  /// Who brings them: the system, or the Swift version that a program was made with.
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
