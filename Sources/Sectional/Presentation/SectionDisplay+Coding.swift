extension SectionDisplay.Rows: Codable {
  private enum Kind: String, CodingKey {
    case all, first, last
  }

  /// Reads a value that was encoded.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Kind.self)
    guard let kind = values.allKeys.first, values.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "all rows of a section are shown, or the first or last ones"))
    }
    switch kind {
    case .all: self = .all
    case .first: self = .first(try values.decode(Int.self, forKey: kind))
    case .last: self = .last(try values.decode(Int.self, forKey: kind))
    }
  }

  /// Writes the value as an object with one member, such as `{"first":3}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Kind.self)
    switch self {
    case .all: try values.encode(true, forKey: .all)
    case .first(let count): try values.encode(count, forKey: .first)
    case .last(let count): try values.encode(count, forKey: .last)
    }
  }
}

extension SectionDisplay: Codable {
  private enum Part: String, CodingKey {
    case rows, merged, wholeSections, isCollapsedByDefault, exceptions
  }

  /// Reads a display that was encoded; what isn't there is as in ``all``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Part.self)
    self.init(rows: try values.decodeIfPresent(Rows.self, forKey: .rows) ?? .all)
    merged = try values.decodeIfPresent([MergedSections].self, forKey: .merged) ?? []
    if try values.decodeIfPresent(Bool.self, forKey: .isCollapsedByDefault) ?? false {
      collapseAll()
    }
    for key in try values.decodeIfPresent([StoredValue].self, forKey: .exceptions) ?? [] {
      if isCollapsedByDefault { expand(key) } else { collapse(key) }
    }
    for key in try values.decodeIfPresent([StoredValue].self, forKey: .wholeSections) ?? [] {
      showAllRows(of: key)
    }
  }

  /// Writes the display with the keys of its sections.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Part.self)
    try values.encode(rows, forKey: .rows)
    try values.encode(merged, forKey: .merged)
    try values.encode(isCollapsedByDefault, forKey: .isCollapsedByDefault)
    try values.encode(Array(exceptions), forKey: .exceptions)
    try values.encode(Array(wholeSections), forKey: .wholeSections)
  }
}

extension MergedSections: Codable {
  private enum Part: String, CodingKey {
    case first, last, key, name
  }

  /// Reads sections that were encoded.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Part.self)
    self.init(
      from: try values.decodeIfPresent(StoredValue.self, forKey: .first),
      through: try values.decodeIfPresent(StoredValue.self, forKey: .last),
      as: try values.decode(StoredValue.self, forKey: .key),
      named: try values.decode(String.self, forKey: .name))
  }

  /// Writes the keys of the sections, and the name.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Part.self)
    try values.encodeIfPresent(first, forKey: .first)
    try values.encodeIfPresent(last, forKey: .last)
    try values.encode(key, forKey: .key)
    try values.encode(name, forKey: .name)
  }
}
