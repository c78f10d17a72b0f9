// swift-tools-version: 6.2
import Foundation
import PackageDescription

// What the tests in Tests/Fuzzing give inputs to.
let fuzzed: [Target.Dependency] = [
  "Sectional", "SectionalSQLite", "SectionalCSQLite", "SectionalCommand", "SectionalTesting",
  "TestSupport",
]

let package = Package(
  name: "sectional",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Sectional", targets: ["Sectional"]),
    .library(name: "SectionalSQLite", targets: ["SectionalSQLite", "SectionalSQL"]),
    .library(name: "SectionalPostgres", targets: ["SectionalPostgres", "SectionalSQL"]),
    .library(name: "SectionalComparison", targets: ["SectionalComparison", "SectionalSQL"]),
    .library(name: "SectionalTesting", targets: ["SectionalTesting"]),
    .executable(name: "sectional", targets: ["SectionalCommand"]),
    .executable(name: "sectional-bench", targets: ["SectionalBench"]),
  ],
  targets: [
    .target(name: "Sectional"),
    .target(name: "SectionalSQL", dependencies: ["Sectional"]),
    .systemLibrary(
      name: "SectionalCSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
      name: "SectionalSQLite", dependencies: ["Sectional", "SectionalSQL", "SectionalCSQLite"]),
    .systemLibrary(
      name: "SectionalCPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "SectionalPostgres", dependencies: ["Sectional", "SectionalSQL", "SectionalCPostgres"]),
    .target(
      name: "SectionalComparison", dependencies: ["Sectional", "SectionalSQL"],
      resources: [
        .embedInCode("Page/page.html"), .embedInCode("Page/Styles/theme.css"),
        .embedInCode("Page/Styles/page.css"), .embedInCode("Page/Styles/causes.css"),
        .embedInCode("Page/Styles/rows.css"), .embedInCode("Page/Styles/paper.css"),
        .embedInCode("Page/Scripts/elements.js"), .embedInCode("Page/Scripts/values.js"),
        .embedInCode("Page/Scripts/differences.js"), .embedInCode("Page/Scripts/model.js"),
        .embedInCode("Page/Scripts/filters.js"),
        .embedInCode("Page/Scripts/head.js"), .embedInCode("Page/Scripts/causes.js"),
        .embedInCode("Page/Scripts/overview.js"), .embedInCode("Page/Scripts/rows.js"),
        .embedInCode("Page/Scripts/panel.js"), .embedInCode("Page/Scripts/toolbar.js"),
        .embedInCode("Page/Scripts/navigation.js"), .embedInCode("Page/Scripts/page.js"),
      ]),
    .target(name: "SectionalTesting", dependencies: ["Sectional"]),
    .executableTarget(
      name: "SectionalCommand",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres", "SectionalComparison",
      ], resources: [.embedInCode("Seeding/torture.csv")]),
    .target(
      name: "SectionalCBaselines", dependencies: ["SectionalCSQLite", "SectionalCPostgres"],
      cSettings: [
        .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
      ]),
    .executableTarget(
      name: "SectionalBench",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres", "SectionalCSQLite",
        "SectionalCBaselines",
      ]),

    .target(
      name: "TestSupport",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres", "SectionalTesting",
      ], path: "Tests/Support"),
    .target(
      name: "FaultyFiles", dependencies: ["SectionalCSQLite"], path: "Tests/FaultyFiles",
      cSettings: [
        .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
      ]),
    .testTarget(
      name: "SectionalTests", dependencies: ["Sectional", "SectionalTesting", "TestSupport"]),
    .testTarget(
      name: "EveryStoreTests",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres", "SectionalTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "SectionalSQLiteTests",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalCSQLite", "SectionalTesting",
        "TestSupport", "FaultyFiles",
      ]),
    .testTarget(
      name: "SectionalPostgresTests",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres", "SectionalTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "RecipeTests",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalCSQLite", "SectionalPostgres",
        "SectionalComparison", "SectionalTesting", "TestSupport",
      ]),
    .testTarget(
      name: "SectionalComparisonTests",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres", "SectionalComparison",
        "SectionalTesting", "TestSupport",
      ]),
    .testTarget(
      name: "SectionalCommandTests",
      dependencies: [
        "Sectional", "SectionalSQLite", "SectionalPostgres", "SectionalCommand", "SectionalTesting",
      ]),
    .testTarget(name: "SectionalBenchTests", dependencies: ["SectionalBench"]),
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed, path: "Tests/Fuzzing",
      exclude: ["Corpus", "Driver"]
    ),
  ]
)

// The order of languages needs ICU's headers. Everything else is the same without them. The scripts set SECTIONAL_ICU, because
// SwiftPM keeps what it made of this file until a variable changes.
let icuHeaders = [
  "/usr/include", "/opt/homebrew/opt/icu4c/include", "/usr/local/opt/icu4c/include",
]
let hasICU =
  Context.environment["SECTIONAL_ICU"] != "none"
  && icuHeaders.contains { FileManager.default.fileExists(atPath: $0 + "/unicode/alphaindex.h") }
if hasICU {
  package.products.append(.library(name: "SectionalICU", targets: ["SectionalICU"]))
  package.targets += [
    .systemLibrary(
      name: "SectionalICULibrary", pkgConfig: "icu-i18n",
      providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]),
    .target(
      name: "SectionalCICU", dependencies: ["SectionalICULibrary"],
      cxxSettings: [
        .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
      ],
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "SectionalICU", dependencies: ["Sectional", "SectionalCICU"]),
    .testTarget(
      name: "SectionalICUTests",
      dependencies: [
        "Sectional", "SectionalICU", "SectionalSQL", "SectionalSQLite", "SectionalPostgres",
        "SectionalTesting", "TestSupport",
      ]),
  ]
  for target in package.targets
  where ["SectionalCommand", "SectionalBench", "RecipeTests"].contains(target.name) {
    target.dependencies.append("SectionalICU")
  }
}

// The package of the stand-ins compiles this target itself, against its own SwiftUI.
if Context.environment["SECTIONAL_STAND_INS"] == nil {
  package.products.append(.library(name: "SectionalSwiftUI", targets: ["SectionalSwiftUI"]))
  package.targets.append(.target(name: "SectionalSwiftUI", dependencies: ["Sectional"]))
}

// The tests make the library process millions of changes. `make build-tests` optimizes the code that does it, and keeps its
// assertions. The tests themselves and the programs aren't optimized: that would take longer than they gain by it.
let unoptimized = ["SectionalCommand", "SectionalComparison", "SectionalBench"]
let optimization: [SwiftSetting] =
  Context.environment["SECTIONAL_OPTIMIZED"] == nil
  ? []
  : [
    .unsafeFlags([
      "-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug",
    ])
  ]

// Debugging information makes building the tests take longer. A crash names its function without it, and what a sanitizer
// finds needs no more than its line.
let debugging: [SwiftSetting] =
  Context.environment["SECTIONAL_OPTIMIZED"] == nil
  ? []
  : [
    .unsafeFlags([
      Context.environment["SECTIONAL_SANITIZED"] == nil ? "-gnone" : "-gline-tables-only"
    ])
  ]

// `.ci/sanitize` builds only the tests that can show something: the controllers and the stores for the thread sanitizer, what
// has unsafe code for the address sanitizer.
if let sanitizer = Context.environment["SECTIONAL_SANITIZED"] {
  let tested = [
    "SectionalSQLiteTests", "SectionalPostgresTests",
    sanitizer == "thread" ? "EveryStoreTests" : "SectionalTests",
  ]
  let programs = ["SectionalCommand", "SectionalBench"]
  package.products.removeAll { ["sectional", "sectional-bench"].contains($0.name) }
  package.targets.removeAll {
    programs.contains($0.name) || $0.type == .test && !tested.contains($0.name)
  }
}

// `make fuzz` builds a program of libFuzzer instead of the tests, and sets SECTIONAL_FUZZING to the path of libFuzzer's
// archive. Only tests can be linked with an executable target, so the command is a library then, without its main function.
var sanitizing: [SwiftSetting] = []
if let fuzzer = Context.environment["SECTIONAL_FUZZING"] {
  sanitizing = [.unsafeFlags(["-sanitize=fuzzer"])]
  package.products.removeAll { $0.name == "sectional" }
  package.targets.removeAll { $0.type == .test || $0.name == "SectionalCommand" }
  package.targets += [
    .target(
      name: "SectionalCommand",
      dependencies: [
        "Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres", "SectionalComparison",
      ] + (hasICU ? ["SectionalICU"] : []), exclude: ["SectionalCommand.swift"],
      resources: [.embedInCode("Seeding/torture.csv")]),
    .target(
      name: "Fuzzing", dependencies: fuzzed, path: "Tests/Fuzzing",
      sources: ["Surfaces", "Generating"]),
    .executableTarget(
      name: "sectional-fuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzzing/Driver",
      // The older linker of some systems fails on what this makes.
      linkerSettings: [.unsafeFlags(["-use-ld=lld", fuzzer]), .linkedLibrary("stdc++")]),
  ]
}

// The same settings for every target that contains Swift.
let targetsInC = ["SectionalCBaselines", "SectionalCICU"]
for target in package.targets where target.type != .system && !targetsInC.contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
  target.swiftSettings? += sanitizing + debugging
  let isOptimized = target.type != .test && !unoptimized.contains(target.name)
  if isOptimized { target.swiftSettings? += optimization }
}
