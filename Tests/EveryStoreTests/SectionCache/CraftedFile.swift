import SectionalTesting

@testable import Sectional

/// The file of a section cache in parts, which can be reassembled with valid checksums.
struct CraftedFile {
  private static let fixedCount = 48

  /// The request, the version, the cursor and the origin.
  private let parts: [[UInt8]]
  /// The number of the file's form.
  var format = 3
  /// The head of the outline: four-byte counts, then sections, cells and what is said of each leaf.
  var head: [UInt8]
  var rows: [UInt8]

  init(_ file: [UInt8]) {
    var place = CraftedFile.fixedCount
    let parts = (0..<5).map { part -> [UInt8] in
      defer { place += file.word(at: 28 + 4 * part) }
      return Array(file[place..<(place + file.word(at: 28 + 4 * part))])
    }
    self.parts = Array(parts[..<4])
    head = parts[4]
    rows = Array(file[place...])
  }

  /// The file.
  var bytes: [UInt8] {
    var summed: [UInt8] = []
    for word in [format] + (parts + [head]).map(\.count) { summed.append(word: word) }
    for part in parts + [head] { summed += part }
    var bytes = Array("sectional cache\n".utf8)
    bytes.append(longWord: Checksum.of(summed))
    return bytes + summed + rows
  }

  /// The outline alone, or `nil` if its parts are inconsistent.
  var outline: Outline? { Outline(head: head, rows: OutlineRowsInMemory(bytes: rows)) }

  /// Replaces a number with another one.
  mutating func set(word: Int, at place: Int) {
    var bytes: [UInt8] = []
    bytes.append(word: word)
    head.replaceSubrange(place..<(place + 4), with: bytes)
  }

  /// Corrects the numbers of bytes and their checksums; a short list has one leaf, which the end of the head describes.
  mutating func mend() {
    guard head.count >= CraftedFile.fixedHead + CraftedFile.leafEnd else { return }
    set(word: rows.count, at: 24)
    set(word: 0, at: 28)
    let filter = min(head.word(at: head.count - 20), rows.count)
    set(word: rows.count - filter, at: head.count - 24)
    set(word: filter, at: head.count - 20)
    var sums: [UInt8] = []
    sums.append(longWord: Checksum.of(Array(rows.dropLast(filter))))
    sums.append(longWord: Checksum.of(Array(rows.suffix(filter))))
    head.replaceSubrange((head.count - 16)..., with: sums)
  }

  /// The size of the head without sections and leaves.
  private static let fixedHead = 32
  /// The size of what is said of a leaf after its beginning.
  private static let leafEnd = 28
}

extension CraftedFile {
  /// Overwrites numbers of the head and bytes of the rows.
  mutating func damage(_ generator: inout SeededGenerator) {
    for _ in 0...generator.below(3) {
      switch generator.below(4) {
      case 0:
        let place = generator.below(head.count / 4 - 2) * 4
        set(word: CraftedFile.number(&generator, near: head.word(at: place)), at: place)
      case 1:
        let place = CraftedFile.fixedHead + generator.below(head.count - CraftedFile.fixedHead - 16)
        head[place] = UInt8(truncatingIfNeeded: generator.next())
      case 2:
        for _ in 0...generator.below(8) {
          rows[generator.below(rows.count)] = UInt8(truncatingIfNeeded: generator.next())
        }
      default:
        if generator.happens(onceIn: 2) {
          rows.removeLast(min(rows.count - 1, 1 + generator.below(20)))
        } else {
          rows += (0...generator.below(20)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        }
      }
    }
    mend()
  }

  private static func number(_ generator: inout SeededGenerator, near old: Int) -> Int {
    switch generator.below(5) {
    case 0: old + 1
    case 1: max(old - 1, 0)
    case 2: generator.below(2000)
    case 3: Int(UInt32.max) - generator.below(2)
    default: Int(truncatingIfNeeded: generator.next() & 0xFFFF_FFFF)
    }
  }

  /// Replaces the outline with one whose parts are consistent, but whose cells and rows make little sense.
  mutating func invent(_ generator: inout SeededGenerator) {
    let (count, flags, keyCount) = (generator.below(300), generator.below(8), generator.below(4))
    var (sections, cells, blocks): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    rows = []
    var rank = 0
    while flags & 4 == 0, rank < count {
      sections.append(word: rank)
      sections.append(word: cells.count)
      cells += CraftedFile.cell(&generator)
      rank += 1 + generator.below(60)
    }
    for row in 0..<count {
      // A row with an impossible prefix or length ends the traversal of the rows, so such rows are rare.
      let isOdd = generator.happens(onceIn: 300)
      if row % Outline.blockRows == 0 {
        blocks.append(word: generator.happens(onceIn: 9) ? generator.below(999) : rows.count)
      }
      let shared = row % Outline.blockRows == 0 ? 0 : generator.below(2)
      PackedLength.append(isOdd ? generator.below(200) : shared, to: &rows)
      let rest = isOdd ? generator.below(1 << 20) : 1 + generator.below(5)
      PackedLength.append(rest << 1 | generator.below(2), to: &rows)
      rows += (0..<min(rest, 8)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      for _ in 0..<keyCount { rows += CraftedFile.cell(&generator) }
      if flags & 1 != 0 {
        CarefulReader.append(Int64(bitPattern: generator.next()), to: &rows)
      }
    }
    head = []
    let leaves = count > 0 ? 1 : 0
    for word in [count, sections.count / 8, keyCount, flags, cells.count, leaves] {
      head.append(word: word)
    }
    head.append(longWord: UInt64(rows.count))
    head += sections + cells
    guard count > 0 else { return }
    let start = (0..<generator.below(9)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    head.append(word: start.count)
    head += start
    rows += blocks
    let filter = generator.below(20)
    rows += (0..<filter).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for word in [count, 0, filter] { head.append(word: word) }
    for _ in 0..<2 { head.append(longWord: 0) }
    mend()
  }

  /// Returns a cell most of the time, and otherwise bytes that begin like one.
  private static func cell(_ generator: inout SeededGenerator) -> [UInt8] {
    if generator.happens(onceIn: 300) {
      return [UInt8(truncatingIfNeeded: generator.next()), UInt8(generator.below(4))]
    }
    let value: StoredValue =
      switch generator.below(9) {
      case 0: .null
      case 1: .integer(.min)
      case 2: .integer(.max)
      case 3: .integer(Int64(bitPattern: generator.next()))
      case 4: .real(Double(bitPattern: generator.next()))
      case 5: .text("")
      case 6: .text("\u{0}e\u{301}\u{202E}")
      case 7: .malformedText([0xFF, 0xC0, 0x80])
      default: .blob([0, 255, UInt8(generator.below(256))])
      }
    var bytes = PackedRow([value]).bytes
    // Numbers that are never written: other representations of NaN, and more bytes than needed.
    if case .real = value, generator.happens(onceIn: 3) {
      bytes.replaceSubrange(7...8, with: [0xF1, 0xFF])
    }
    if case .null = value, generator.happens(onceIn: 3) { bytes = [8, 1, 0, 0, 0, 0, 0, 0, 0] }
    return bytes
  }
}
