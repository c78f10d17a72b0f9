import Testing

@testable import SectionalPostgres

/// What the server's description of a statement says, without a server.
struct ParseTreeTests {
  private func query(
    _ condition: String, tables: String = "{RTE :rtekind 0 :relid 16385 :relkind r}"
  ) -> String {
    """
    ({QUERY :commandType 1 :cteList <> :rtable (\(tables)) :jointree {FROMEXPR :fromlist ({RANGETBLREF :rtindex 1})
    :quals \(condition)} :targetList <> :rowMarks <>})
    """
  }

  @Test func `a comparison of columns with constants concerns one row`() {
    let tree = PostgresParseTree(
      query(
        "{OPEXPR :opno 96 :opfuncid 65 :args ({VAR :varattno 2} {CONST :constvalue 4 [ 1 0 0 0 ]})}"
      ))
    #expect(tree.obstacle == nil)
    #expect(tree.isRowLocal)
    #expect(tree.operators == [96])
    #expect(tree.functions == [65])
    #expect(tree.relations == [16385])
  }

  @Test(arguments: [
    "{SQLVALUEFUNCTION :op 3}", "{COERCEVIAIO :arg {VAR :varattno 1}}", "{SOMETHINGNEW :funcid 1}",
    "{COERCETODOMAIN :arg {VAR :varattno 1}}", "{FUNCEXPR :funcid what}", "{VAR :varattno -3}",
    "{CONST :consttype 3734}", "{RTE :rtekind 0 :relid 7 :securityQuals ({CONST :consttype 16})}",
  ])
  func `what isn't known to be harmless is an obstacle`(node: String) {
    #expect(PostgresParseTree(query(node)).obstacle != nil)
  }

  @Test(arguments: [
    "{SUBLINK :subLinkType 0 :subselect {QUERY :commandType 1 :rtable ({RTE :rtekind 0 :relid 7})}}",
    "{AGGREF :aggfnoid 2803}",
  ])
  func `what concerns more than a row isn't local to it`(node: String) {
    let tree = PostgresParseTree(query(node))
    #expect(tree.obstacle == nil)
    #expect(!tree.isRowLocal)
  }

  @Test func `two tables aren't one`() {
    let table = "{RTE :rtekind 0 :relid 1}"
    #expect(!PostgresParseTree(query("<>", tables: "\(table) \(table)")).isRowLocal)
    #expect(!PostgresParseTree(query("<>", tables: "{RTE :rtekind 3}")).isRowLocal)
  }

  @Test(arguments: ["", "nothing", "({", "{}", "{QUERY", ":funcid", "\\"])
  func `a text of another form is an obstacle or reads nothing`(text: String) {
    let tree = PostgresParseTree(text)
    #expect(tree.obstacle != nil || tree.relations.isEmpty)
    #expect(!tree.isRowLocal || tree.obstacle != nil)
  }

  @Test func `names of users can't hide what is called`() {
    let tree = PostgresParseTree(
      query(
        "{FUNCEXPR :funcid 870 :args <>}",
        tables:
          "{RTE :alias {ALIAS :aliasname :funcid :colnames (\\{QUERY \":relid\\ 0\")} :rtekind 0 :relid 5}"
      ))
    #expect(tree.functions.contains(870))
    #expect(tree.relations == [5])
  }
}
