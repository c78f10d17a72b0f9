import Sectional
import SectionalTesting
import Testing

@testable import SectionalCommand

/// Values of types that say more than the values do.
@Suite struct ColumnFormTests {
  @Test func `a number has as many digits as its type`() throws {
    let form = try #require(ColumnForms.Form(type: "numeric(10,2)"))
    #expect(form.text(.real(670.7)) == "670.70")
    #expect(form.text(.integer(-5)) == "-5.00")
    #expect(form.text(.real(0.05)) == "0.05")
    #expect(form.text(.real(1e22)) == nil)
    #expect(form.text(.text("1")) == nil)
    #expect(ColumnForms.Form(type: "numeric") == nil)
    let single = try #require(ColumnForms.Form(type: "real"))
    #expect(single.text(.real(Double(Float(0.1)))) == "0.1")
    #expect(single.text(.real(0.1)) == nil)
    #expect(single.text(.real(.nan)) == nil)
    #expect(ColumnForms.Form(type: "numeric(10,0)") == nil)
  }

  @Test func `a server's numbers and truth values are shown as the server writes them`()
    async throws
  {
    let server = try await ScratchServerDatabase(
      """
      CREATE TABLE price(id int PRIMARY KEY, amount numeric(10,2), isPaid boolean, "Tax, part" real);
      INSERT INTO price VALUES (1, 670.7, true, 0.1), (2, 5, false, 0.2), (3, NULL, NULL, NULL)
      """)
    let list = try SectionalProcess.run(
      "list", server.url, "price", "--section", "ispaid", "--sum", "amount", "--sort",
      #""Tax, part":desc"#)
    for text in [
      "── true ──", "── false ──", "670.70", "5.00", "NULL", "amount 675.70", " 0.1\n", " 0.2\n",
    ] {
      #expect(list.output.contains(text), "\(text) in \(list.output)")
    }
    let record = try SectionalProcess.run(
      "list", server.url, "price", "--record", "--columns", "ispaid,amount")
    #expect(record.output.contains("ispaid  true\namount  670.70\n"), "\(record.output)")
    let export = try SectionalProcess.run("list", server.url, "price", "--format", "csv")
    let json = try SectionalProcess.run("list", server.url, "price", "--format", "json", "--rows")
    #expect(!json.output.contains("670.70"), "JSON has the values themselves")
    #expect(export.output.contains("1,670.70,true"), "\(export.output)")
  }
}
