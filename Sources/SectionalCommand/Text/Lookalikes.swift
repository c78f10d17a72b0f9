/// Characters that many fonts draw alike: letters of related alphabets, such as Latin and Cyrillic, and dashes.
enum Lookalikes {
  /// Returns whether two texts differ only in characters that many fonts draw alike.
  static func canConfuse(_ first: String, _ second: String) -> Bool {
    let (left, right) = (first.unicodeScalars, second.unicodeScalars)
    return left.count == right.count
      && zip(left, right).allSatisfy { $0 == $1 || canConfuse($0, $1) }
  }

  private static func canConfuse(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    if isDash(first), isDash(second) { return true }
    guard let one = alphabet(of: first), let other = alphabet(of: second) else { return false }
    return one != other
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
  }

  private enum Alphabet {
    case latin
    case greek
    case cyrillic
    case armenian
    case fullWidth
    case mathematical
  }

  /// Returns the alphabet of a letter, by the blocks of Unicode (https://www.unicode.org/Public/UNIDATA/Blocks.txt); `nil`
  /// for other alphabets and other characters.
  private static func alphabet(of scalar: Unicode.Scalar) -> Alphabet? {
    guard scalar.properties.isAlphabetic else { return nil }
    return switch scalar.value {
    case 0x41...0x24F, 0x1E00...0x1EFF: .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
    case 0x400...0x52F: .cyrillic
    case 0x530...0x58F: .armenian
    case 0xFF21...0xFF5A: .fullWidth
    case 0x1D400...0x1D7FF: .mathematical
    default: nil
    }
  }
}
