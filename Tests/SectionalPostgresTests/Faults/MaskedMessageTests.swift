import Testing

@testable import SectionalPostgres

/// What is shown of a server's message that may quote a value, in whatever language it is.
@Suite struct MaskedMessageTests {
  @Test(arguments: [
    "invalid input syntax for type integer: \"secret\"",
    "ungültige Eingabesyntax für Typ integer: »secret«",
    "syntaxe en entrée invalide pour le type integer : « secret »",
    "valor «secret» no válido",
    "nieprawidłowa wartość „secret”",
    "無効な値「secret」です", "invalid value \"secret\" for \"MM\"",
  ])
  func `what is quoted is left out`(message: String) {
    let shown = PostgresFailure.withoutData(message)
    #expect(!shown.contains("secret"), "\(shown)")
    #expect(shown.contains("\"…\""))
  }

  @Test func `an apostrophe quotes nothing`() {
    #expect(
      PostgresFailure.withoutData("l’utilisateur n'a pas le droit")
        == "l’utilisateur n'a pas le droit")
  }
}
