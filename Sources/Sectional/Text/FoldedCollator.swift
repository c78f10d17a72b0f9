/// The order of texts whose case and accents are folded by Unicode's data.
struct FoldedCollator: TextCollator {
  let identifier = "folded"
  let version = TextRules.version

  func sortKey(of text: String) -> [UInt8] { TextFolding.folded(text) }

  func appendSortKey(ofUTF8 text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    unsafe TextFolding.append(text, to: &key)
  }
}
