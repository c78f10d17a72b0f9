import Foundation

@testable import Fuzzing

/// Gives the inputs that libFuzzer makes to a part of the product: `sectional-fuzz PART` with libFuzzer's arguments.
@main struct FuzzDriver {
  // Written before libFuzzer starts its thread, and only read afterwards.
  nonisolated(unsafe) fileprivate static var part = FuzzedPart.csv

  static func main() {
    guard let name = CommandLine.arguments.dropFirst().first, let part = FuzzedPart(rawValue: name)
    else {
      let names = FuzzedPart.allCases.map(\.rawValue).joined(separator: ", ")
      FileHandle.standardError.write(Data("sectional-fuzz: name a part: \(names)\n".utf8))
      exit(2)
    }
    unsafe FuzzDriver.part = part
    let arguments = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
    // The parts need the main thread, so libFuzzer gets its own.
    let thread = Thread { exit(run(arguments)) }
    thread.stackSize = 8 << 20
    thread.start()
    dispatchMain()
  }

  private static func run(_ arguments: [String]) -> Int32 {
    var count = Int32(arguments.count)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    return unsafe words.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      return unsafe runFuzzer(&count, &start, takeInput)
    }
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

private let takeInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { bytes, count in
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  let isTaken = DispatchSemaphore(value: 0)
  let part = unsafe FuzzDriver.part
  Task { @MainActor in
    do { try await part.take(input) } catch {
      FileHandle.standardError.write(Data("\(part.rawValue): \(error)\n".utf8))
      abort()
    }
    isTaken.signal()
  }
  isTaken.wait()
  return 0
}
