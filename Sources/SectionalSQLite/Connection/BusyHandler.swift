import Foundation
import SectionalCSQLite

/// What a connection does while another program has locked the file.
@safe final class BusyHandler: Sendable {
  private let milliseconds: Int32
  private let decide: (@Sendable (Int) -> Bool)?

  init(_ configuration: SQLiteConfiguration) {
    milliseconds = Int32(
      min(max(configuration.busyTimeout / .milliseconds(1), 0), Double(Int32.max)))
    decide = configuration.busyHandler
  }

  /// Makes a connection wait, which must not outlive the handler.
  func install(on pointer: OpaquePointer) {
    guard decide != nil else {
      unsafe sqlite3_busy_timeout(pointer, milliseconds)
      return
    }
    unsafe sqlite3_busy_handler(
      pointer,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let handler = unsafe Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue()
        return handler.decide?(Int(count)) == true ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
