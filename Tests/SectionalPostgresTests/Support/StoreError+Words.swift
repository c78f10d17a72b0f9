import Foundation
import Sectional

extension StoreError {
  /// Everything that can be printed of the error and what caused it.
  var everyWord: String {
    "\(self) \(String(reflecting: self)) \(message) \(localizedDescription) "
      + (cause.map { "\($0) \(String(reflecting: $0))" } ?? "")
  }
}
