import Foundation

/// What this process uses at a moment.
public struct ProcessUse: CustomStringConvertible {
  /// The resident memory in bytes.
  public let bytes: Int
  /// The number of threads.
  public let threads: Int
  /// What the open descriptors lead to.
  public let paths: [String]
  /// The number of open descriptors.
  public var files: Int { paths.count }

  /// One line for a log.
  public var description: String { "\(bytes >> 10) kB, \(threads) threads, \(files) files" }

  /// The present use, or `nil` where the system doesn't tell it in files.
  public static var now: ProcessUse? {
    #if os(Linux)
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      func number(_ name: String) -> Int? {
        status.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap {
          Int($0.dropFirst(name.count).filter(\.isNumber))
        }
      }
      guard let kilobytes = number("VmRSS:"), let threads = number("Threads:") else { return nil }
      let descriptors = "/proc/self/fd"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
      let paths = names.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
      }
      return ProcessUse(bytes: kilobytes << 10, threads: threads, paths: paths)
    #else
      return nil
    #endif
  }
}
