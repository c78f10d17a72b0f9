import Testing

@testable import SectionalCommand

/// How keys are read from what a terminal sends.
@Suite struct ScreenKeyTests {
  @Test func `letters, keys with names and sequences are told apart`() {
    var reader = ScreenKeyReader()
    let keys = reader.read(Array("q/é\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[1;5C\t\r\u{7F}\u{3}".utf8))
    #expect(
      keys == [
        .character("q"), .character("/"), .character("é"), .up, .down, .pageUp, .right, .tab,
        .enter,
        .backspace, .interrupt,
      ])
  }

  @Test func `bytes can arrive one by one`() {
    let bytes = Array("語\u{1B}[6~x".utf8)
    var reader = ScreenKeyReader()
    #expect(bytes.flatMap { reader.read([$0]) } == [.character("語"), .pageDown, .character("x")])
  }

  @Test func `an escape is a key if nothing follows`() {
    var reader = ScreenKeyReader()
    #expect(reader.read([0x1B]).isEmpty)
    #expect(reader.isPending)
    #expect(reader.flush() == [.escape])
    #expect(reader.read([0x1B, UInt8(ascii: "q")]) == [.escape, .character("q")])
  }

  @Test func `what is no key is passed over`() {
    var reader = ScreenKeyReader()
    let sequence = [0x1B, UInt8(ascii: "[")] + [UInt8](repeating: UInt8(ascii: "1"), count: 64)
    #expect(reader.read(sequence) == [.escape])
    #expect(reader.read([0xFF, 0x01, UInt8(ascii: "a")]) == [.character("a")])
  }
}
