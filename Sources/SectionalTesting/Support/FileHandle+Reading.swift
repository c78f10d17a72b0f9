package import Foundation

extension FileHandle {
  /// Waits for bytes of another program and returns what there is; nothing at the end.
  ///
  /// Unlike `availableData` it survives a signal that interrupts the wait.
  package func nextBytes() -> Data {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = readBytes(from: fileDescriptor, into: &bytes)
      if count >= 0 { return Data(bytes.prefix(count)) }
      guard errno == EINTR else { return Data() }
    }
  }
}

// In an extension of FileHandle, `read` would be its method.
private func readBytes(from descriptor: Int32, into bytes: inout [UInt8]) -> Int {
  unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
}
