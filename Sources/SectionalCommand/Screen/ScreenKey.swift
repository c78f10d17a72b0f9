/// A key that somebody presses at a terminal.
enum ScreenKey: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backspace, interrupt
  case up, down, left, right, pageUp, pageDown, home, end
}

/// Reads keys from the bytes that a terminal sends.
///
/// Bytes arrive in any pieces. A lone escape is told from the beginning of a sequence by `flush`, after a moment in which
/// nothing followed.
struct ScreenKeyReader {
  private var pending: [UInt8] = []

  /// Whether bytes have arrived that may be the beginning of a key.
  var isPending: Bool { !pending.isEmpty }

  /// Returns the keys that are complete with further bytes.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [ScreenKey] {
    pending += bytes
    var keys: [ScreenKey] = []
    while let (key, count) = next() {
      pending.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Returns the key that the bytes so far are, because nothing follows.
  mutating func flush() -> [ScreenKey] {
    defer { pending = [] }
    return pending.first == ScreenKeyReader.escape ? [.escape] : []
  }

  private static let escape: UInt8 = 0x1B
  /// More bytes than any key has.
  private static let longest = 32

  /// Returns the first key and the number of its bytes, without a key if nobody needs it; `nil` if more bytes are needed.
  private func next() -> (key: ScreenKey?, count: Int)? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x03: return (.interrupt, 1)
    case 0x09: return (.tab, 1)
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case ScreenKeyReader.escape: return sequence()
    case 0..<0x20: return (nil, 1)
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> (key: ScreenKey?, count: Int)? {
    // The first bytes of characters in UTF-8 (RFC 3629, section 4).
    let count: Int
    switch first {
    case 0..<0x80: count = 1
    case 0xC2..<0xE0: count = 2
    case 0xE0..<0xF0: count = 3
    case 0xF0..<0xF5: count = 4
    default: return (nil, 1)
    }
    guard pending.count >= count else { return nil }
    let text = String(validating: pending[..<count], as: UTF8.self)
    return (text.flatMap(\.first).map(ScreenKey.character), text == nil ? 1 : count)
  }

  /// Reads what follows an escape: `[` or `O`, numbers, and a letter or a tilde (ECMA-48, 5.4).
  private func sequence() -> (key: ScreenKey?, count: Int)? {
    guard pending.count > 1 else { return nil }
    let second = pending[1]
    guard second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { return (.escape, 1) }
    guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
      return pending.count > ScreenKeyReader.longest ? (.escape, pending.count) : nil
    }
    let parameters = String(decoding: pending[2..<end], as: UTF8.self)
    return (ScreenKeyReader.key(pending[end], parameters), end + 1)
  }

  private static func key(_ final: UInt8, _ parameters: String) -> ScreenKey? {
    switch (Character(Unicode.Scalar(final)), parameters) {
    case ("A", _): .up
    case ("B", _): .down
    case ("C", _): .right
    case ("D", _): .left
    case ("H", _), ("~", "1"), ("~", "7"): .home
    case ("F", _), ("~", "4"), ("~", "8"): .end
    case ("~", "5"): .pageUp
    case ("~", "6"): .pageDown
    default: nil
    }
  }
}
