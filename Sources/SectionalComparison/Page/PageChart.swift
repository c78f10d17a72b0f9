import Sectional

/// The number of rows in each section of both lists.
struct PageChart {
  let bars: [PageData.Bar]

  init(_ report: OrderReport) {
    let (first, second) = report.lists
    guard first.sectionName != nil else {
      bars = []
      return
    }
    let counts = (PageChart.counts(first), PageChart.counts(second))
    let again = report.comparison.sectionsComingAgain
    let repeated = Set(again.first).symmetricDifference(again.second)
    var seen: Set<StoredValue> = []
    bars = (first.sections + second.sections).filter { seen.insert($0).inserted }.map { key in
      let (left, right) = (counts.0[key], counts.1[key])
      let status =
        if repeated.contains(key) { "again" } else if right == nil {
          "onlyFirst"
        } else if left == nil {
          "onlySecond"
        } else if left == right { "same" } else { "other" }
      return PageData.Bar(
        name: PageText.name(of: key) ?? "", counts: [left ?? 0, right ?? 0], status: status)
    }
  }

  private static func counts(_ list: ComparedList) -> [StoredValue: Int] {
    var counts: [StoredValue: Int] = [:]
    for section in list.sectionOfRow where section >= 0 {
      counts[list.sections[Int(section)], default: 0] += 1
    }
    return counts
  }
}
