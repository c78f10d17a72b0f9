/// What `sectional generate` was asked to print.
struct GenerateOptions {
  let store: StoreAddress
  let table: String
  /// The name of the struct, if it isn't to be made from the table's.
  let name: String?

  init(_ arguments: Arguments) throws {
    guard arguments.positionals.count == 2 else {
      throw UsageError(
        "generate takes a store and a table: sectional generate contacts.sqlite contact")
    }
    store = try StoreAddress(arguments.positionals[0])
    try ListSource.checkOrder(arguments.positionals, store, of: .generate)
    table = arguments.positionals[1]
    name = try arguments.value(of: .typeName)
    guard name.map(SwiftName.isType) != false else {
      throw UsageError("--name takes the name of a new Swift type, such as --name Contact")
    }
  }
}
