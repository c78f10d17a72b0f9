extension StoredValue: Codable {
  private enum Kind: String, CodingKey {
    case null, integer, real, text, malformedText, blob
  }

  /// Reads a value that was encoded, whichever format it was encoded in.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Kind.self)
    guard let kind = values.allKeys.first, values.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "a value has exactly one type"))
    }
    switch kind {
    case .null: self = .null
    case .integer: self = .integer(try values.decode(Int64.self, forKey: kind))
    case .real: self = .real(try StoredValue.real(values.decode(String.self, forKey: kind), values))
    case .text: self = .text(try values.decode(String.self, forKey: kind))
    case .malformedText: self = .malformedText(try values.decode([UInt8].self, forKey: kind))
    case .blob: self = .blob(try values.decode([UInt8].self, forKey: kind))
    }
  }

  /// Writes the value with its type: an object with one member, such as `{"integer":7}`.
  ///
  /// A real is written as text, because JSON has no infinities.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Kind.self)
    switch self {
    case .null: try values.encode(true, forKey: .null)
    case .integer(let integer): try values.encode(integer, forKey: .integer)
    case .real(let real): try values.encode("\(real)", forKey: .real)
    case .text(let text): try values.encode(text, forKey: .text)
    case .malformedText(let bytes): try values.encode(bytes, forKey: .malformedText)
    case .blob(let bytes): try values.encode(bytes, forKey: .blob)
    }
  }

  private static func real(
    _ text: String, _ values: KeyedDecodingContainer<Kind>
  ) throws -> Double {
    guard let real = Double(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .real, in: values, debugDescription: "a real is written in digits")
    }
    return real
  }
}
