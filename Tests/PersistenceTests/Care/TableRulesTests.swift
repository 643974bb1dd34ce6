import Testing

@testable import Persistence

struct TableRulesTests {
    @Test func areWhatTheStatementSays() {
        let rules = TableRules(
            of: "t",
            statement: """
                CREATE TABLE t (
                  id INTEGER PRIMARY KEY,
                  kind TEXT CHECK (kind IN ('a)', 'it''s (b', "c")),
                  n INTEGER NOT NULL DEFAULT 0
                  CHECK(n >= 0),
                  precheck TEXT,
                  CHECK ((kind IS NULL) = (precheck IS NULL))
                ) STRICT
                """
        )

        #expect(
            rules.conditions == [
                #"(kind IN ('a)', 'it''s (b', "c"))"#, "(n >= 0)", "((kind IS NULL) = (precheck IS NULL))",
            ]
        )
    }

    @Test func areNoneWhereTheStatementHasNone() {
        #expect(TableRules(of: "t", statement: "CREATE TABLE t (checked TEXT)").conditions.isEmpty)
    }

    @Test func nameThoseThatAreBroken() {
        let rules = TableRules(of: "t", statement: "CREATE TABLE t (a CHECK (a > 0), b CHECK (b =\n  1), c CHECK (c))")

        #expect(
            rules.problems(counts: [2, 1, 0])
                == ["t: 2 of its rows break the rule (a > 0)", "t: 1 of its rows breaks the rule (b = 1)"]
        )
    }
}
