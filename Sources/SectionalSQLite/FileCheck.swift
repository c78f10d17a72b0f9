import Foundation
import Sectional

/// Finds out, before SQLite is asked, what is wrong with a path in words a person can act on.
enum FileCheck {
  static func check(_ path: String) throws(StoreError) {
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw StoreError(.cannotOpen, "there is no file \(path)")
    }
    guard !isDirectory.boolValue else {
      throw StoreError(.cannotOpen, "\(path) is a folder; name a database file in it")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw StoreError(.accessDenied, "\(path) may not be read; ask for read permission")
    }
  }
}
