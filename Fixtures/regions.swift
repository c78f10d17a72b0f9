// Prints the name of every region in a dozen languages of different scripts as CSV.
//
// `make fixtures` compiles and runs it.

import Foundation

let languages = [
  "ar", "el", "en", "he", "hi", "ja", "hy", "ko", "ru", "sv", "th", "zh-Hans",
]

// Foundation also knows two-letter codes that ISO 3166-1 only reserves or leaves to its users,
// such as EU, the European Union, and XK, Kosovo.
let unassigned: Set = ["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XK"]

let english = Locale(identifier: "en")
let regions = Locale.Region.isoRegions
  .filter { $0.identifier.count == 2 && !unassigned.contains($0.identifier) }
  .sorted { $0.identifier < $1.identifier }

func row(_ fields: [String]) -> String {
  fields.map(quoted).joined(separator: ",")
}

func quoted(_ field: String) -> String {
  // Scalars, because CR LF is a single Character that equals neither of the two.
  guard field.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
    return field
  }
  return "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
}

print(row(["code", "language", "name", "initial", "continent"]))
for language in languages {
  let locale = Locale(identifier: language)
  for region in regions {
    let code = region.identifier
    guard let name = locale.localizedString(forRegionCode: code), name != code else { continue }
    // The first scalar and not the first Character, which in Indic scripts is a whole syllable.
    let composed = name.precomposedStringWithCanonicalMapping
    let initial = String(composed.unicodeScalars.prefix(1)).uppercased(with: locale)
    let continent = region.continent.flatMap {
      english.localizedString(forRegionCode: $0.identifier)
    }
    print(
      row([
        code, language, name, initial, continent ?? "",
      ]))
  }
}
