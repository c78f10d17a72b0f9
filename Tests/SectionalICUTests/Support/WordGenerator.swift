import SectionalTesting

/// Draws words that are hard to order: in many scripts, with marks, in upper and lower case, one the beginning of another,
/// with digits, and from all of Unicode except NUL, which a server doesn't store.
struct WordGenerator {
  /// The letters of the alphabets from which words are put together; some are pairs or triples that languages order as one
  /// letter, and some are the same letter in composed and in decomposed form.
  private static let alphabets: [[String]] = [
    [
      "a", "b", "c", "ch", "cs", "d", "dd", "e", "f", "g", "h", "i", "j", "k", "l", "ll", "m", "n",
      "ng",
      "o", "p", "q", "r", "rr", "s", "ss", "t", "u", "v", "w", "x", "y", "z", "aa", "ae", "oe",
      "ue",
    ],
    [
      "å", "ä", "ö", "a\u{30A}", "a\u{308}", "o\u{308}", "ø", "æ", "ü", "u\u{308}", "ß", "ẞ", "é",
      "e\u{301}", "ñ", "n\u{303}", "č", "c\u{30C}", "ř", "ů", "ž", "ł", "đ", "þ", "ð", "œ", "ğ",
      "ı", "i",
      "İ", "I", "i\u{307}", "ş", "ç", "ự", "u\u{31B}\u{323}", "q\u{323}\u{307}", "q\u{307}\u{323}",
      "ﬁ", "ſ", "\u{212B}", "Ⅷ", "Ａ", "ａ", "l·l", "ǆ", "ǅ",
    ],
    [
      "α", "ά", "β", "γ", "δ", "ε", "η", "ι", "ϊ", "ΐ", "κ", "λ", "μ", "µ", "ο", "ό", "σ", "ς", "τ",
      "ω", "ᾳ",
    ],
    [
      "а", "б", "в", "г", "ґ", "д", "ђ", "е", "ё", "е\u{308}", "ж", "з", "и", "й", "и\u{306}", "і",
      "ї", "к", "л", "љ", "м", "н", "о", "п", "р", "с", "т", "у", "ў", "ы", "ь", "э", "ю", "я",
    ],
    ["א", "ב", "ג", "ל", "ם", "מ", "ש", "שׁ", "ש\u{5C1}", "ש\u{5B8}\u{5C1}", "ו", "ת"],
    [
      "ا", "أ", "إ", "آ", "ا\u{653}", "ب", "ت", "ة", "ح", "د", "ر", "س", "ع", "ف", "ك", "ک", "ل",
      "لا",
      "ﻻ", "م", "م\u{64F}", "ن", "ه", "و", "ي", "ى", "ی", "\u{640}", "\u{651}",
    ],
    [
      "ก", "ข", "ค", "ง", "จ", "น", "ม", "ร", "ส", "เก", "แก", "โม", "ไท", "ใน", "ก\u{E48}", "า",
      "\u{E33}", "ๆ", "เ",
    ],
    ["अ", "क", "क\u{94D}", "ष", "ि", "ा", "\u{902}", "क\u{93C}", "\u{958}", "न", "म"],
    [
      "あ", "ア", "ｱ", "い", "か", "が", "か\u{3099}", "カ", "ガ", "ｶﾞ", "き", "ー", "っ", "ッ", "ゃ", "は", "ば",
      "ぱ", "ハ", "バ", "ん", "ン", "ゝ", "ゞ", "ヽ", "々", "㌀", "明", "日", "本",
    ],
    [
      "一", "丁", "七", "万", "丈", "三", "上", "王", "李", "张", "張", "陈", "陳", "重", "长", "長", "行", "乐",
      "银", "海", "\u{F900}", "豈", "\u{20000}", "𠮷", "吉", "㐀", "阿", "八", "波", "次", "得", "俄",
    ],
    [
      "가", "각", "\u{1100}\u{1161}", "\u{1100}\u{1161}\u{11A8}", "나", "김", "이", "박", "한", "글", "힣",
      "ㄱ", "ㅏ",
      "\u{115F}\u{1161}", "金", "李",
    ],
    [
      "0", "1", "2", "9", "10", "09", "100", "٣", "३", "３", "½", "①", "²", "-", "+", ".", ",", " ",
      "'", "’",
      "_", "(", "/", "\\", "\t", "\n", "\u{A0}", "\u{200B}", "\u{200D}", "\u{AD}", "\u{FE0F}", "€",
      "$",
      "🙂", "👍🏽", "👩\u{200D}👧", "🇸🇪", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{1}", "\u{7F}",
    ],
  ]

  private static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{304}", "\u{308}", "\u{30A}", "\u{30C}",
    "\u{31B}", "\u{323}",
    "\u{327}", "\u{328}", "\u{338}", "\u{345}", "\u{34F}", "\u{5B8}", "\u{64B}", "\u{E48}",
    "\u{3099}",
  ]

  private var random: SeededGenerator
  private var words: [String]

  /// Returns words; the first ones are those of the fixture.
  static func words(_ count: Int, seed: UInt64) throws -> [String] {
    var generator = WordGenerator(
      random: SeededGenerator(seed: seed), words: try DifficultTexts.all)
    generator.words.reserveCapacity(count)
    while generator.words.count < count { generator.words.append(generator.word()) }
    return generator.words
  }

  /// Returns whether no mark follows an invisible character, which ICU doesn't always order by its sort keys.
  static func isClear(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    return zip(scalars, scalars.dropFirst()).allSatisfy { first, second in
      let isInvisible =
        first.properties.isDefaultIgnorableCodePoint || first.properties.generalCategory == .control
      return !isInvisible || second.properties.canonicalCombiningClass == .notReordered
    }
  }

  private mutating func word() -> String {
    switch random.below(16) {
    case 0: return (0...random.below(6)).map { _ in String(scalar()) }.joined()
    case 1: return changed(spelled(in: Self.alphabets)) + spelled(in: Self.alphabets)
    case 2: return earlier() + spelled(in: Self.alphabets)
    case 3: return marked(earlier())
    case 4: return changed(earlier())
    case 5: return String(earlier().unicodeScalars.dropLast())
    default: return spelled(in: Self.alphabets)
    }
  }

  /// Returns a word in one of the alphabets.
  private mutating func spelled(in alphabets: [[String]]) -> String {
    let letters = random.element(of: alphabets) ?? []
    var word = ""
    for _ in 0...random.below(6) { word += random.element(of: letters) ?? "" }
    return random.happens(onceIn: 3) ? changed(word) : word
  }

  private mutating func earlier() -> String { random.element(of: words) ?? "" }

  /// Returns a word with other capitals.
  private mutating func changed(_ word: String) -> String {
    switch random.below(3) {
    case 0: word.uppercased()
    case 1: word.lowercased()
    default: word.prefix(1).uppercased() + word.dropFirst()
    }
  }

  /// Returns a word with another mark somewhere.
  private mutating func marked(_ word: String) -> String {
    var scalars = Array(word.unicodeScalars)
    scalars.insert(random.element(of: Self.marks) ?? "\u{301}", at: random.below(scalars.count + 1))
    var marked = ""
    marked.unicodeScalars.append(contentsOf: scalars)
    return marked
  }

  /// Returns any scalar but NUL; few of all that could be are assigned, and most of those are in the first planes.
  private mutating func scalar() -> Unicode.Scalar {
    let limit = random.element(of: [0x250, 0x3000, 0x10000, 0x20000, 0x110000]) ?? 0x250
    return Unicode.Scalar(UInt32(1 + random.below(limit - 1))) ?? "\u{D7FF}"
  }
}
