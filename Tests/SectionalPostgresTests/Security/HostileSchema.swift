/// A schema with an object for every name of a server's own functions, operators, tables and types.
///
/// Each one fails as soon as it is used.
///
/// In a session whose search path starts with the schema, an unqualified name resolves to it.
enum HostileSchema {
  /// The SQL that creates the schema.
  static let sql = """
    CREATE SCHEMA hostile; GRANT USAGE ON SCHEMA hostile TO PUBLIC;
    CREATE FUNCTION hostile.strike() RETURNS boolean LANGUAGE plpgsql AS
      $f$ BEGIN RAISE EXCEPTION 'foreign code ran'; END $f$;
    SET search_path = pg_catalog;
    \(functions) \(operators) \(aggregates) \(types) \(tables)
    RESET search_path;
    """

  private static let functions = """
    DO $do$ DECLARE f record; BEGIN
      FOR f IN SELECT p.oid, proname, proretset, pg_get_function_identity_arguments(p.oid) AS arguments,
          format_type(prorettype, NULL) AS result
        FROM pg_proc p WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND proargmodes IS NULL
      LOOP
        BEGIN
          EXECUTE format('CREATE FUNCTION hostile.%I(%s) RETURNS %s%s LANGUAGE plpgsql AS
            $f$ BEGIN RAISE EXCEPTION ''foreign code ran''; END $f$', f.proname, f.arguments,
            CASE WHEN f.proretset THEN 'SETOF ' ELSE '' END, f.result);
        EXCEPTION WHEN OTHERS THEN NULL;
        END;
      END LOOP;
    END $do$;
    """

  private static let operators = """
    DO $do$ DECLARE o record; BEGIN
      FOR o IN SELECT oid, oprname, format_type(oprleft, NULL) AS l, format_type(oprright, NULL) AS r,
          format_type(oprresult, NULL) AS result
        FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprkind = 'b'
      LOOP
        BEGIN
          EXECUTE format('CREATE FUNCTION hostile.operator_%s(%s, %s) RETURNS %s LANGUAGE plpgsql AS
            $f$ BEGIN RAISE EXCEPTION ''foreign code ran''; END $f$', o.oid, o.l, o.r, o.result);
          EXECUTE format('CREATE OPERATOR hostile.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = hostile.operator_%s)',
            o.oprname, o.l, o.r, o.oid);
        EXCEPTION WHEN OTHERS THEN NULL;
        END;
      END LOOP;
    END $do$;
    """

  private static let aggregates = """
    CREATE FUNCTION hostile.step(bigint) RETURNS bigint LANGUAGE plpgsql AS
      $f$ BEGIN RAISE EXCEPTION 'foreign code ran'; END $f$;
    CREATE FUNCTION hostile.step_text(text, text, text) RETURNS text LANGUAGE plpgsql AS
      $f$ BEGIN RAISE EXCEPTION 'foreign code ran'; END $f$;
    CREATE FUNCTION hostile.step_any(text, anyelement) RETURNS text LANGUAGE plpgsql AS
      $f$ BEGIN RAISE EXCEPTION 'foreign code ran'; END $f$;
    CREATE AGGREGATE hostile.count(*) (SFUNC = hostile.step, STYPE = bigint);
    CREATE AGGREGATE hostile.string_agg(text, text) (SFUNC = hostile.step_text, STYPE = text);
    CREATE AGGREGATE hostile.array_agg(anyelement) (SFUNC = hostile.step_any, STYPE = text);
    CREATE AGGREGATE hostile.max(anyelement) (SFUNC = hostile.step_any, STYPE = text);
    CREATE AGGREGATE hostile.bool_and(anyelement) (SFUNC = hostile.step_any, STYPE = text);
    CREATE AGGREGATE hostile.bit_or(anyelement) (SFUNC = hostile.step_any, STYPE = text);
    """

  private static let types = """
    DO $do$ DECLARE t record; BEGIN
      FOR t IN SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype = 'b'
        AND typname !~ '^_'
      LOOP
        BEGIN
          EXECUTE format('CREATE DOMAIN hostile.%I AS pg_catalog.%I CHECK (hostile.strike())', t.typname, t.typname);
        EXCEPTION WHEN OTHERS THEN NULL;
        END;
      END LOOP;
    END $do$;
    """

  private static let tables = """
    DO $do$ DECLARE c record; BEGIN
      FOR c IN SELECT relname FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'v')
      LOOP
        BEGIN
          EXECUTE format('CREATE VIEW hostile.%I AS SELECT c.* FROM pg_catalog.%I c WHERE hostile.strike()',
            c.relname, c.relname);
          EXECUTE format('GRANT SELECT ON hostile.%I TO PUBLIC', c.relname);
        EXCEPTION WHEN OTHERS THEN NULL;
        END;
      END LOOP;
    END $do$;
    """
}
