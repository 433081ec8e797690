import { afterEach, beforeEach, expect, it } from "vitest";
import { findRows } from "@/lib/operations/rows/read-record";
import { label } from "@/lib/resources/settings/label";
import { changeLog } from "@/lib/resources/system/change-log";
import type { JsonObject } from "@/lib/schema/json";
import { type TestEngine, testEngine } from "@/tests/engine";
import { inTransaction } from "./in-transaction";
import type { Transaction } from "./transaction";

let engine: TestEngine;
const statements: string[] = [];
beforeEach(async () => {
  engine = await testEngine({ onStatement: (text) => statements.push(text) });
  statements.length = 0;
});
afterEach(() => engine.store.close());

const noteAll = async (tx: Transaction, from: number, to: number, what: JsonObject = {}) => {
  for (let n = from; n < to; n += 1) {
    await tx.changes.note(label, `note ${n}`, { projectId: engine.projectId }, what);
  }
};

async function noted() {
  const entries = await engine.rows("change-log", {
    op: "startsWith",
    column: "operation",
    value: "note",
  });
  return entries.sort((one, other) => Number(one.sequence) - Number(other.sequence));
}

const insertions = () =>
  statements.filter((text) => text.startsWith('insert into "change_log"')).length;

it("numbers the entries of a transaction without gaps, in their order", async () => {
  const [last] = (await engine.rows("change-log"))
    .map(({ sequence }) => Number(sequence))
    .slice(-1);
  await inTransaction(engine.context(engine.owner), (tx) => noteAll(tx, 0, 40));
  const entries = await noted();
  expect(entries.map(({ operation }) => operation)).toEqual(
    Array.from({ length: 40 }, (_, n) => `note ${n}`),
  );
  expect(entries.map(({ sequence }) => Number(sequence) - Number(last))).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
  expect(entries.every(({ version }) => version === 1)).toBe(true);
  expect(insertions()).toBe(3);
});

it("stores them before a read of the log in the same transaction", async () => {
  await inTransaction(engine.context(engine.owner), async (tx) => {
    await noteAll(tx, 0, 2);
    const ask = { projects: [engine.projectId] };
    const before = await findRows(tx.writer, changeLog, ask);
    await noteAll(tx, 2, 3);
    expect(await tx.writer.count(changeLog, ask)).toBe(before.length + 1);
    expect(before.filter(({ operation }) => operation === "note 1")).toHaveLength(1);
  });
  expect(await noted()).toHaveLength(3);
});

it("does not collect entries of megabytes", async () => {
  const what = { text: "x".repeat(600_000) };
  await inTransaction(engine.context(engine.owner), (tx) => noteAll(tx, 0, 5, what));
  expect(insertions()).toBe(3);
  expect(await noted()).toHaveLength(5);
});

it("stores none of a transaction that fails, also in a shared commit", async () => {
  const one = (fails: boolean, n: number) =>
    inTransaction(engine.context(engine.owner), async (tx) => {
      await noteAll(tx, n, n + 20);
      if (fails) throw new Error("refused");
    });
  const outcomes = await Promise.allSettled([one(false, 0), one(true, 20), one(false, 40)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const names = (await noted()).map(({ operation }) => operation);
  expect(names).toHaveLength(40);
  expect(names).not.toContain("note 20");
});
