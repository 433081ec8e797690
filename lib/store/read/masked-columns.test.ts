import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/store/open-store";
import type { JsonField } from "@/lib/store/port/prepared";
import { Statements } from "@/lib/store/statement/statements";
import { here, thing } from "@/lib/store/testing/test-resources";
import { openTestDatabase } from "@/lib/store/testing/test-store";
import { pageStatement } from "./page-statement";
import { planConditions } from "./plan/query-plan";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.store.close());

/** Returns a function that builds the statement of a page with these fields as JSON. */
function built(limit = 10) {
  const { engine, tables } = database;
  const statements = new Statements(engine, tables);
  const context = { connection: engine.reading, statements };
  const table = statements.table(thing.path);
  return (names: readonly string[], shows: JsonField["shows"] = "value") => {
    const fields = names.map((name) => ({ name, column: name, shows }));
    const json = { fields, bulky: names.includes("story") ? ["story"] : [], mostBytes: 1_000 };
    const ask = { projects: [here], columns: names, limit };
    const search = planConditions(context, table, ask);
    return pageStatement(context, search, undefined, ask, { columns: ["_id"], json });
  };
}

describe.runIf(process.env["TEST_DATABASE"] !== "postgres")("selections that come once", () => {
  it("share a statement, and get their own when they come again", () => {
    const build = built();
    const [one, other] = [build(["name", "story"]), build(["slug", "due", "isOpen"])];
    expect([one.isMasked, other.isMasked]).toEqual([true, true]);
    expect(other.sql).toBe(one.sql);
    expect(other.parameters).not.toEqual(one.parameters);
    const again = build(["name", "story"]);
    expect(again.isMasked).toBe(false);
    expect(again.sql).not.toBe(one.sql);
    expect(build(["name", "story"]).sql).toBe(again.sql);
  });

  it("have their own for many records, and for whether a column has a value", () => {
    expect(built(100)(["name"]).isMasked).toBe(false);
    expect(built()(["secret"], "presence").isMasked).toBe(false);
  });
});
