/// Pieces of SQL that query a server's catalogs.
///
/// In all the library's own statements, each function, operator, type and table is qualified with its schema. The
/// session's search path is the user's, so that their conditions, views and SQL mean what they mean in psql. It can
/// therefore lead to objects that others created: such an operator, if its types match better than those of the
/// server's operator, would run with the rights of the user who reads the list.
enum PostgresCatalog {
  /// The equality operator.
  static let equal = "OPERATOR(pg_catalog.=)"
  static let notEqual = "OPERATOR(pg_catalog.<>)"

  /// Returns the condition that a floating-point column has a zero with a minus sign, which equals any other zero.
  static func isNegativeZero(_ column: String) -> String {
    """
    CAST(\(column) AS pg_catalog.float8) \(equal) 0::pg_catalog.float8
      AND pg_catalog.left(CAST(CAST(\(column) AS pg_catalog.float8) AS pg_catalog.text), 1) \(equal) '-'::pg_catalog.text
    """
  }

  /// Returns the query for a domain's base type, or for the type itself if it isn't a domain.
  ///
  /// A cast must not use a domain's own name, which would run the domain's checks.
  static func baseType(of type: String) -> String {
    """
    (WITH RECURSIVE base(oid, next) AS (
      SELECT t.oid, t.typbasetype FROM pg_catalog.pg_type t WHERE t.oid \(equal) \(type)
      UNION ALL SELECT t.oid, t.typbasetype FROM base JOIN pg_catalog.pg_type t ON t.oid \(equal) base.next)
    SELECT base.oid FROM base WHERE base.next \(equal) 0::pg_catalog.oid)
    """
  }

  /// Returns the query for a type's name, qualified with its schema.
  static func typeName(_ type: String) -> String {
    """
    (SELECT pg_catalog.format('%I.%I', n.nspname, t.typname) FROM pg_catalog.pg_type t
      JOIN pg_catalog.pg_namespace n ON n.oid \(equal) t.typnamespace WHERE t.oid \(equal) \(type))
    """
  }

  /// Returns the query for the schema-qualified operator that an index uses to compare values of a type for equality.
  ///
  /// Only superusers can create operator classes. For a type without its own operator class, it is the server's
  /// operator.
  static func equality(of type: String) -> String {
    """
    COALESCE((SELECT pg_catalog.format('OPERATOR(%I.%s)', n.nspname, o.oprname) FROM pg_catalog.pg_opclass c
      JOIN pg_catalog.pg_am m ON m.oid \(equal) c.opcmethod
      JOIN pg_catalog.pg_amop a ON a.amopfamily \(equal) c.opcfamily AND a.amoplefttype \(equal) c.opcintype
        AND a.amoprighttype \(equal) c.opcintype
      JOIN pg_catalog.pg_operator o ON o.oid \(equal) a.amopopr
      JOIN pg_catalog.pg_namespace n ON n.oid \(equal) o.oprnamespace
      WHERE m.amname \(equal) 'btree' AND c.opcdefault AND c.opcintype \(equal) \(type)
        AND a.amopstrategy \(equal) 3::smallint), '\(equal)')
    """
  }

  /// Returns the query for all types that a value of a type contains, as a column named `oid`.
  static func parts(of type: String) -> String {
    """
    (WITH RECURSIVE part(oid) AS (
      SELECT \(type) UNION SELECT next.oid FROM part JOIN pg_catalog.pg_type t ON t.oid \(equal) part.oid
      CROSS JOIN LATERAL (
        SELECT t.typelem UNION ALL SELECT t.typbasetype
        UNION ALL SELECT a.atttypid FROM pg_catalog.pg_attribute a
          WHERE a.attrelid \(equal) t.typrelid AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
        UNION ALL SELECT r.rngsubtype FROM pg_catalog.pg_range r
          WHERE t.oid \(equal) ANY (ARRAY[r.rngtypid, r.rngmultitypid])
      ) AS next(oid) WHERE next.oid \(notEqual) 0::pg_catalog.oid)
    SELECT part.oid FROM part)
    """
  }

  /// Returns the condition that a table can be read although it may have policies: a session can demand all rows or an
  /// error.
  static func showsRows(of table: String) -> String {
    """
    (pg_catalog.current_setting('row_security') \(equal) 'on' OR NOT pg_catalog.row_security_active(\(table)))
    """
  }

  /// The types whose text contains names of other objects, or depends on the session, as an array.
  static let namingTypes = """
    '{money,aclitem,regclass,regproc,regprocedure,regoper,regoperator,regtype,regconfig,regdictionary,regnamespace,regrole,\
    regcollation}'::pg_catalog.name[]
    """
}
