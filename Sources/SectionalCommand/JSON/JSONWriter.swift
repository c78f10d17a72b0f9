import Sectional

/// Writes JSON into a buffer, in the order of the calls.
///
/// Foundation's encoders print the real number 1.0 as the integer 1. This writer keeps integers and real numbers
/// distinct.
struct JSONWriter {
  /// What was written and not passed on.
  private(set) var bytes: [UInt8] = []
  private var needsComma = false
  private let passOn: (([UInt8]) -> Void)?

  /// Creates a writer that keeps everything.
  init() { passOn = nil }

  /// Creates a writer that passes on what it has whenever that is much; ``finish()`` passes on the rest.
  init(writingTo passOn: @escaping ([UInt8]) -> Void) { self.passOn = passOn }

  /// Passes on the rest.
  mutating func finish() { passOnBytes(ifMoreThan: 0) }

  /// Writes an object; the body writes its members.
  mutating func object(_ body: (inout JSONWriter) -> Void) { enclosed("{", "}", body) }

  /// Writes an array; the body writes its elements.
  mutating func array(_ body: (inout JSONWriter) -> Void) { enclosed("[", "]", body) }

  /// Writes an array with one element for each element of a sequence.
  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    array { writer in
      for element in elements { write(&writer, element) }
    }
  }

  /// Writes the name of a member; its value must follow.
  mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func null() { raw("null") }
  mutating func bool(_ bool: Bool) { raw(bool ? "true" : "false") }
  mutating func integer(_ integer: some FixedWidthInteger) { raw(String(integer)) }

  /// Writes a real number, with a point or an exponent that always distinguishes it from an integer.
  mutating func real(_ real: Double) {
    guard real.isFinite else {
      let name = real.isNaN ? "nan" : (real < 0 ? "-inf" : "inf")
      object { writer in
        writer.name("real")
        writer.string(name)
      }
      return
    }
    raw(String(real))
  }

  /// Writes a string, or null.
  mutating func string(_ string: String?) {
    guard let string else { return null() }
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 { append(escaping: byte) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
    passOnBytes()
  }

  /// Ends a line.
  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func enclosed(
    _ opening: String, _ closing: String, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes += opening.utf8
    needsComma = false
    body(&self)
    bytes += closing.utf8
    needsComma = true
    passOnBytes()
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes += text.utf8
    needsComma = true
    passOnBytes()
  }

  private mutating func passOnBytes(ifMoreThan most: Int = 1 << 16) {
    guard bytes.count > most, let passOn else { return }
    passOn(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): bytes += "\\n".utf8
    case UInt8(ascii: "\t"): bytes += "\\t".utf8
    case UInt8(ascii: "\r"): bytes += "\\r".utf8
    case ..<0x20: bytes += "\\u00\([byte].hexadecimal)".utf8
    default: bytes.append(byte)
    }
  }
}
