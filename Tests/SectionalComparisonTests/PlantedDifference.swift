import Sectional
import Testing

/// A value as two stores hold it, with the causes of its difference.
struct PlantedDifference: CustomTestStringConvertible {
  /// SQL literals.
  let first: String
  let second: String
  let causes: Set<String>

  init(_ first: String, _ second: String, _ causes: String...) {
    (self.first, self.second, self.causes) = (first, second, Set(causes))
  }

  var testDescription: String { "\(first) and \(second)" }

  /// One for each cause that values can have, and some for several.
  static let all = [
    PlantedDifference("''", "NULL", "emptyText"),
    PlantedDifference("'a'", "'a  '", "trailingBlanks"),
    PlantedDifference("char(233)", "'e' || char(769)", "normalization"),
    PlantedDifference("'Red'", "'red'", "case"),
    PlantedDifference("5", "'5'", "numericText"),
    PlantedDifference("1.5", "'1.50'", "numericText"),
    PlantedDifference("1.1", "'1.1000000000000000001'", "numericText", "floatFormat"),
    PlantedDifference("5", "'5.00000000000000000001'", "numericText", "floatFormat"),
    PlantedDifference("1e19", "'10000000000000000000'", "numericText"),
    PlantedDifference("1e19", "'10000000000000000001'", "numericText", "floatFormat"),
    PlantedDifference(
      "'10000000000000000000'", "'10000000000000000001'", "floatFormat"),
    PlantedDifference("'1.50'", "'1.5'", "decimalFormat"),
    PlantedDifference("'007'", "'7'", "decimalFormat"),
    PlantedDifference("'+7'", "'7'", "decimalFormat"),
    PlantedDifference("0.30000000000000004", "0.3", "floatFormat"),
    PlantedDifference("0.10000000149011612", "0.1", "floatFormat"),
    PlantedDifference("'1e3'", "'1000'", "floatFormat"),
    PlantedDifference("'-0'", "'0'", "negativeZero"),
    PlantedDifference("'NaN'", "NULL", "nan"),
    PlantedDifference("'true'", "1", "boolean"),
    PlantedDifference("'f'", "'false'", "boolean"),
    PlantedDifference("'2024-01-31 10:00:00'", "'2024-01-31T10:00:00Z'", "dateForm"),
    PlantedDifference("'2024-01-31'", "'2024-01-31T00:00:00'", "dateForm"),
    PlantedDifference("1706695200", "'2024-01-31T10:00:00Z'", "dateForm"),
    PlantedDifference("'1706695200'", "'2024-01-31T10:00:00Z'", "dateForm"),
    PlantedDifference("'20240131'", "'2024-01-31'", "dateForm"),
    PlantedDifference("20240131", "'2024-01-31'", "dateForm"),
    PlantedDifference("char(1) || 'moment|||0|'", "'1970-01-01'", "otherValue"),
    PlantedDifference("'20240131T100000Z'", "'2024-01-31 10:00:00'", "dateForm"),
    PlantedDifference("'10:00:00'", "'10:00'", "dateForm"),
    PlantedDifference("'10:00:00'", "'10:00:00.000000'", "dateForm"),
    PlantedDifference("'10:00'", "'11:00'", "otherValue"),
    PlantedDifference("'20240131'", "'20240201'", "otherValue"),
    PlantedDifference("'20240131'", "'2024-02-01'", "otherValue"),
    PlantedDifference("1706695200000", "'2024-01-31 10:00:00'", "dateForm"),
    PlantedDifference("'2024-01-31T12:00:00+02:00'", "'2024-01-31T10:00:00+00:00'", "timeZone"),
    PlantedDifference("'2024-01-31T10:00:00'", "'2024-01-31T09:00:00Z'", "timeZone"),
    PlantedDifference("'2024-01-31T10:00:00'", "'2024-01-31T10:00:00Z'", "timeZone"),
    PlantedDifference("'2024-01-31T10:00:00+00:00'", "'2024-01-31T10:00:00Z'", "dateForm"),
    PlantedDifference("'stra' || char(223) || 'e'", "'STRASSE'", "case"),
    PlantedDifference("x'616263'", "'abc'", "type"),
    PlantedDifference(
      "x'123e4567e89b12d3a456426614174000'", "'123e4567-e89b-12d3-a456-426614174000'", "type"),
    PlantedDifference("'{\"b\":1,\"a\":[]}'", "'{\"a\": [], \"b\": 1}'", "type"),
    PlantedDifference("'a'", "'b'", "otherValue"),
    PlantedDifference("1", "2", "otherValue"),
    PlantedDifference("'2024-01-31T10:00:00Z'", "'2024-01-31T11:00:00Z'", "otherValue"),
    PlantedDifference("'5'", "6", "otherValue"),
    // Several causes that act on one pair.
    PlantedDifference("char(201)", "'e' || char(769)", "normalization", "case"),
    PlantedDifference("char(233) || ' '", "'e' || char(769)", "normalization", "trailingBlanks"),
    PlantedDifference("'RED '", "'red'", "case", "trailingBlanks"),
    PlantedDifference("'  '", "NULL", "trailingBlanks", "emptyText"),
    PlantedDifference("'5 '", "5", "trailingBlanks", "numericText"),
    PlantedDifference(
      "'2024-01-31 10:00:00'", "'2024-01-31T09:00:00.000Z'", "dateForm", "timeZone"),
    PlantedDifference("'-0.0'", "'0'", "negativeZero", "decimalFormat"),
    PlantedDifference("x'616220'", "'ab'", "trailingBlanks", "type"),
    PlantedDifference("'RED '", "'r' || 'e' || char(769) || 'd'", "otherValue"),
  ]
}
