extension CommandName {
  /// The help for the command, with examples that run on what `sectional demo FIXTURE.csv --keep regions.sqlite` makes.
  var help: String {
    guard self != .help else { return HelpText.overview }
    guard !examples.isEmpty else { return helpText }
    let origin =
      self == .demo
      ? "" : " (sectional demo Fixtures/regions.csv --keep regions.sqlite makes the file)"
    let lines = examples.map { "  \($0)\n" }.joined()
    let text = helpText.hasSuffix("\n\n") ? helpText : helpText + "\n"
    return "\(text)Examples\(origin):\n\n\(lines)\n"
  }

  private var helpText: String {
    switch self {
    case .list: HelpText.list
    case .watch: HelpText.watch
    case .compare: HelpText.compare
    case .triggers: HelpText.triggers
    case .cache: HelpText.cache
    case .check: HelpText.check
    case .generate: HelpText.generate
    case .demo: HelpText.demo
    case .completion: HelpText.completion
    case .help: HelpText.overview
    }
  }

  /// Command lines that work as they stand.
  var examples: [String] {
    switch self {
    case .list:
      [
        "sectional list regions.sqlite region --section initial --sort name:caseInsensitive",
        "sectional list regions.sqlite --sql \"SELECT language, count(*) AS regions FROM region "
          + "GROUP BY language\" --key language",
      ]
    case .watch:
      [
        "sectional watch regions.sqlite region --where \"language = 'en'\" --section continent",
        "sectional watch regions.sqlite region --section language --format jsonl",
      ]
    case .compare:
      [
        "sectional compare one.sqlite two.sqlite region --seed-from Fixtures/regions.csv "
          + "--key code,language",
        "sectional compare one.sqlite two.sqlite region --section continent --sort name",
      ]
    case .triggers:
      [
        "sectional triggers install regions.sqlite region",
        "sectional triggers status regions.sqlite",
      ]
    case .cache:
      [
        "sectional list regions.sqlite region --section initial --cache regions",
        "sectional cache show regions",
      ]
    case .check:
      [
        "sectional check regions.sqlite region --section initial --sort name",
        "sectional check regions.sqlite region --where \"language = 'en'\" --format json",
      ]
    case .generate:
      [
        "sectional generate regions.sqlite region > Region.swift",
        "sectional generate regions.sqlite region --name Country",
      ]
    case .demo:
      [
        "sectional demo Fixtures/regions.csv",
        "sectional demo Fixtures/regions.csv --keep regions.sqlite",
      ]
    case .completion, .help: []
    }
  }
}
