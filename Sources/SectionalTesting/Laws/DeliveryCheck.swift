import Sectional

/// Checks one delivery: in both forms, it must lead from what was shown to what it describes, and be minimal.
struct DeliveryCheck {
  let plan: HistoryPlan
  /// What is shown after the last delivery.
  let shown: ListPicture
  /// Whether to also check what the list itself shows before and after.
  let isThorough: Bool

  /// Returns what is shown after the delivery.
  func run(_ delivery: DeliveryRecorder.Delivery) throws(LawViolation) -> ListPicture {
    let changeset = delivery.changeset
    let after = ListPicture(changeset.after)
    try demand(ListPicture(changeset.before), equals: shown, "the change set's results before")
    guard let resultsBefore = delivery.resultsBefore else {
      throw LawViolation(.consistent, "the list changed without announcing it")
    }
    if isThorough {
      try demand(ListPicture(resultsBefore), equals: shown, "the results when about to change")
      try demand(ListPicture(delivery.resultsAfter), equals: after, "the results after the change")
    }
    let form = FullForm(changeset)
    guard !form.isEmpty else { throw LawViolation(.minimal, "an empty change set was delivered") }
    try ChangeCheck(before: shown, after: after, order: place).run(form, changeset.tableUpdates)
    return after
  }

  private func place(_ cells: [OracleValue]) -> [OracleValue] {
    plan.order.place(cells, in: plan.shape.columns)
  }

  private func demand(
    _ picture: ListPicture, equals expected: ListPicture, _ name: String
  ) throws(LawViolation) {
    if let difference = picture.difference(from: expected, calling: name) {
      throw LawViolation(.consistent, difference)
    }
  }
}
