import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as fields from "@/lib/schema/fields";
import { defineResource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { Database } from "@/lib/store/open-store";
import type { JsonField } from "@/lib/store/port/prepared";
import { Statements } from "@/lib/store/statement/statements";
import { here, row, testResources, thing } from "@/lib/store/testing/test-resources";
import { openTestDatabase, openTestStore } from "@/lib/store/testing/test-store";
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
  return (
    names: readonly string[],
    shows: JsonField["shows"] = "value",
    bulky = names.filter((name) => name === "story"),
  ) => {
    const fields = names.map((name) => ({ name, column: name, shows }));
    const json = { fields, bulky, mostBytes: 1_000 };
    const ask = { projects: [here], columns: names, limit };
    const search = planConditions(context, table, ask);
    return pageStatement(context, search, undefined, ask, { columns: ["_id"], json });
  };
}

describe.runIf(process.env["TEST_DATABASE"] !== "postgres")("selections that come once", () => {
  it("share a statement, and get their own when they come again", () => {
    const build = built();
    // The first selection among these conditions has one.
    expect(build(["_id"]).isMasked).toBe(false);
    const [one, other] = [build(["name", "story"]), build(["slug", "due", "story"])];
    expect([one.isMasked, other.isMasked]).toEqual([true, true]);
    expect(other.sql).toBe(one.sql);
    expect(other.parameters).not.toEqual(one.parameters);
    const again = build(["name", "story"]);
    expect(again.isMasked).toBe(false);
    expect(again.sql).not.toBe(one.sql);
    expect(build(["name", "story"]).sql).toBe(again.sql);
  });

  it("have their own for many records, and for whether a column has a value", () => {
    const [many, few] = [built(100), built()];
    for (const build of [many, few]) build(["_id"]);
    expect(many(["name"]).isMasked).toBe(false);
    expect(few(["secret"], "presence").isMasked).toBe(false);
    expect(few(["name"]).isMasked).toBe(true);
  });

  it("have their own when the order needs a long column that they do not show", () => {
    const build = built();
    build(["_id"]);
    expect(build(["name", "due"], "value", ["story"]).isMasked).toBe(false);
    expect(build(["story", "due"], "value", ["story"]).isMasked).toBe(true);
  });

  it("read each of more columns than a mask has bits", async () => {
    const store = await openTestStore({ resources: [...testResources, wide] });
    const values = Object.fromEntries(manyNames.map((name, n) => [name, `value ${n}`]));
    const { slug: _, ...common } = row();
    const whole: Row = { ...common, ...values };
    await store.write((writer) => writer.insert(wide, whole));
    for (const name of ["_id", ...manyNames]) {
      const columns = [name, "createdAt"];
      const asked = columns.map((column) => ({ name: column, column, shows: "value" as const }));
      const ask = { projects: [here], columns, limit: 1 };
      const shown = { fields: asked, besides: [] };
      const texts = store.reader.prepareJson?.(wide, ask, { bytes: 1_000, rows: 1 }, shown);
      const { [name]: value, createdAt } = whole;
      const text = JSON.stringify({ [name]: value, createdAt });
      expect(await texts?.rows()).toEqual([{ text, row: {} }]);
    }
    await store.close();
  });
});

const manyNames = Array.from({ length: 70 }, (_, n) => `field${n}`);
const wide = defineResource({
  ...{ path: "test-wide", name: "Wide", plural: "Wides", permission: "Wide" },
  ...{ group: "settings", about: "For tests.", label: "field0" },
  fields: Object.fromEntries(manyNames.map((name) => [name, fields.text()])),
});
