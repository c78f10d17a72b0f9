/// The options of `sectional tables`.
struct TablesOptions {
  let store: StoreAddress
  let isJSON: Bool

  init(_ arguments: Arguments) throws {
    guard arguments.positionals.count == 1 else {
      throw UsageError("tables takes a store: sectional tables contacts.sqlite")
    }
    store = try StoreAddress(arguments.positionals[0])
    isJSON = try arguments.choice(of: .tablesFormat) == "json"
  }
}
