import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// A file that an app shares with its extensions.
@MainActor
struct SharedContainerTests {
  @Test
  func `a closed store leaves no lock, and an opened one shows what others wrote`() async throws {
    let file = try ScratchDatabase.contacts()
    try file.write("PRAGMA journal_mode = WAL")
    let contacts = SharedContacts(path: file.path)
    try contacts.open()
    let count = try #require(contacts.controller?.results.numberOfObjects)
    await contacts.close()
    // Leaving WAL mode needs the file for itself.
    #expect(try file.write("PRAGMA journal_mode = DELETE") == "delete\n")
    try file.write("PRAGMA journal_mode = WAL; INSERT INTO contact(id, name) VALUES (900, 'Zoe')")
    #expect(contacts.controller?.results.numberOfObjects == count)
    try contacts.open()
    #expect(contacts.controller?.results.numberOfObjects == count + 1)
    await contacts.close()
  }
}
