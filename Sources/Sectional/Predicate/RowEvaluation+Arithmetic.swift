extension RowEvaluation {
  func negative(_ inner: RowExpression, _ kind: RowExpression.NumberKind) -> StoredValue? {
    guard let value = value(inner) else { return nil }
    switch kind {
    case .integer(let bounds):
      guard let integer = Int64(cell: value, as: .plain) else { return nil }
      let (result, overflows) = Int64(0).subtractingReportingOverflow(integer)
      return overflows || !bounds.contains(result) ? nil : .integer(result)
    case .real:
      return Double(cell: value, as: .plain).map { .real(-$0) }
    }
  }

  func calculation(
    _ operation: RowExpression.Arithmetic, _ left: RowExpression, _ right: RowExpression,
    _ kind: RowExpression.NumberKind
  ) -> StoredValue? {
    guard let left = value(left), let right = value(right) else { return nil }
    switch kind {
    case .integer(let bounds):
      guard let left = Int64(cell: left, as: .plain), let right = Int64(cell: right, as: .plain),
        let result = RowEvaluation.integer(operation, left, right), bounds.contains(result)
      else { return nil }
      return .integer(result)
    case .real:
      guard let left = Double(cell: left, as: .plain), let right = Double(cell: right, as: .plain),
        let result = RowEvaluation.real(operation, left, right), !result.isNaN
      else { return nil }
      return .real(result)
    }
  }

  private static func integer(
    _ operation: RowExpression.Arithmetic, _ left: Int64, _ right: Int64
  ) -> Int64? {
    let (result, overflows) =
      switch operation {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: left.remainderReportingOverflow(dividingBy: right)
      }
    return overflows ? nil : result
  }

  private static func real(
    _ operation: RowExpression.Arithmetic, _ left: Double, _ right: Double
  ) -> Double? {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: right == 0 ? nil : left / right
    case .remainder: nil
    }
  }
}
