// swift-tools-version: 6.2
import PackageDescription

// The recipes of the documentation, compiled as an app for Apple's platforms has them and run where those are not: against
// modules with the names and the signatures of Apple's. They are a package of their own, because a module called UIKit would
// change what `canImport(UIKit)` says in every other target of its package.

/// Modules with nothing but the public names of the frameworks that apps import together with Sectional.
let companions = [
  "ComposableArchitecture", "CoreData", "GRDB", "RealmSwift", "StructuredQueries", "SwiftData",
]

let package = Package(
  name: "apple-platforms",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "sectional", path: "../..")],
  targets: [
    .target(name: "UIKit"),
    .target(name: "SwiftUICore", path: "Sources/Names/SwiftUICore"),
    .target(name: "SwiftUI", dependencies: ["SwiftUICore"]),
    .target(name: "ViewHosting", dependencies: ["SwiftUI"]),
    .target(
      name: "SectionalSwiftUI",
      dependencies: ["SwiftUI", .product(name: "Sectional", package: "sectional")]),
    .target(
      name: "Recipes",
      dependencies: [
        "UIKit", "SwiftUI", "SectionalSwiftUI", .product(name: "Sectional", package: "sectional"),
        .product(name: "SectionalSQLite", package: "sectional"),
      ]),
    .target(
      name: "RecipesBesideCompanions",
      dependencies: companions.map { .target(name: $0) } + [
        "UIKit", "SwiftUI", .product(name: "Sectional", package: "sectional"),
        .product(name: "SectionalSQLite", package: "sectional"),
      ]),
    .testTarget(
      name: "ApplePlatformTests",
      dependencies: [
        "UIKit", "SwiftUI", "ViewHosting", "SectionalSwiftUI", "Recipes", "RecipesBesideCompanions",
        .product(name: "Sectional", package: "sectional"),
        .product(name: "SectionalSQLite", package: "sectional"),
      ]),
  ] + companions.map { .target(name: $0, path: "Sources/Names/\($0)") }
)

// The rules of the package above.
for target in package.targets {
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
  // Testing has extras for a module called UIKit, which only Apple's systems have.
  if target.type == .test {
    target.swiftSettings?.append(
      .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]))
  }
}
