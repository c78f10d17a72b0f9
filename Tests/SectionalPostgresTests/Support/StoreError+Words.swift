import Foundation
import Sectional

extension StoreError {
  /// All printable text of the error and its cause.
  var everyWord: String {
    "\(self) \(String(reflecting: self)) \(message) \(localizedDescription) "
      + (cause.map { "\($0) \(String(reflecting: $0))" } ?? "")
  }
}
