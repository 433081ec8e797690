import { afterAll, beforeAll, expect, test } from "vitest";
import { pick, randomFrom } from "@/bench/prose";
import type { Filter } from "@/lib/schema/filter";
import type { Database } from "@/lib/store/open-store";
import { box, here, row, there } from "@/lib/store/testing/test-resources";
import { openTestDatabase } from "@/lib/store/testing/test-store";

const many = 4_000;
const words = [
  "gateway",
  "Zeitüberschreitung",
  "ΛΆΘΟΣ",
  "ΟΔΟΣΑ",
  "ödeme İşlemi",
  "データベース",
  "n-1/x",
];
const random = randomFrom(11);

let database: Database;
const names = new Map<string, { readonly name: string; readonly project: string }>();

beforeAll(async () => {
  database = await openTestDatabase();
  const { store } = database;
  await store.write(async (writer) => {
    for (let n = 0; n < many; n += 1) {
      const record = row({ name: nameAt(n), projectId: n % 9 === 0 ? there : here });
      names.set(String(record["_id"]), {
        name: String(record["name"]),
        project: String(record["projectId"]),
      });
      await writer.insert(box, record);
    }
  });
  // The last entries are still waiting for the index, and some in it have left or changed.
  const ids = [...names.keys()];
  await store.write(async (writer) => {
    for (const id of ids.filter((_, n) => n % 40 === 0)) {
      await writer.remove(box, id, { projects: "all" });
      names.delete(id);
    }
    for (const id of ids.filter((_, n) => n % 40 === 1)) {
      const name = `renamed ${nameAt(7)}`;
      await writer.update(box, id, { name }, { projects: "all" });
      names.set(id, { name, project: names.get(id)?.project ?? here });
    }
  });
});
afterAll(() => database.store.close());

/** Rare names of several scripts; some are too long for the index, with the rare word at the end. */
function nameAt(n: number): string {
  const rare = Array.from({ length: 3 }, () => pick(random, [..."abcdeÉßσΣ日本"])).join("");
  const name = `${pick(random, words)} ${pick(random, words)}${rare} N${n}`;
  if (n % 700 === 3) return `${"long ".repeat(120)}${name}`;
  return n % 700 === 4 ? `${"x".repeat(70)}${name}` : name;
}

/** Returns parts of names, changed in case, some of them with a wrong last letter. */
function parts(): {
  readonly op: "contains" | "startsWith" | "endsWith";
  readonly value: string;
}[] {
  const held = [...names.values()];
  return Array.from({ length: 120 }, (_, n) => {
    const { name } = held[Math.floor(random() * held.length)] ?? { name: "" };
    const op = pick(random, ["contains", "startsWith", "endsWith"] as const);
    const signs = [...name];
    const length = Math.min(signs.length, 3 + Math.floor(random() * 12));
    const start = Math.floor(random() * (signs.length - length));
    const part = {
      contains: signs.slice(start, start + length),
      startsWith: signs.slice(0, length + 8),
      endsWith: signs.slice(-length),
    }[op].join("");
    const value = n % 2 === 0 ? part.toUpperCase() : part;
    return { op, value: n % 10 === 7 ? `${value}q` : value };
  });
}

/** A sigma at the end of a word is the same letter. */
const oneSigma = (text: string) => text.toLowerCase().replaceAll("ς", "σ");

const tests = {
  contains: (text: string, part: string) => text.includes(part),
  startsWith: (text: string, part: string) => text.startsWith(part),
  endsWith: (text: string, part: string) => text.endsWith(part),
};

test("filters on parts of names find the same as a comparison of every name", async () => {
  const { store } = database;
  for (const { op, value } of parts()) {
    for (const projects of ["all", [there]] as const) {
      const expected = [...names]
        .filter(([, { project }]) => projects === "all" || project === there)
        .filter(([, { name }]) => tests[op](oneSigma(name), oneSigma(value)))
        .map(([id]) => id);
      const ask = { projects, filter: { op, column: "name", value } };
      const found = await store.reader.find(box, { ...ask, columns: ["_id"], limit: many });
      expect([op, value, found.map(({ _id }) => String(_id)).sort()]).toEqual([
        ...[op, value, expected.sort()],
      ]);
      expect(await store.reader.count(box, ask)).toBe(expected.length);
    }
  }
});

test("a rare part is looked up in the index, and combined with other conditions and orders", async () => {
  const { store, engine } = database;
  const [id, { name }] = [...names].find(([, { name: one }]) => one.endsWith(" N3333")) ?? [
    "",
    { name: "" },
  ];
  const lookup = { path: box.path, column: "name", projects: "all" as const, part: "n3333" };
  const candidates = await engine.textIndex.candidates(engine.reading, lookup);
  expect(candidates).toContain(id);
  expect(candidates?.length).toBeLessThan(300);
  const part: Filter = { op: "contains", column: "name", value: "n3333" };
  const find = async (filter: Filter) =>
    (
      await store.reader.find(box, {
        ...{ projects: [here, there], filter, columns: ["_id"], limit: 5 },
        sort: [{ column: "name", direction: "asc" }],
      })
    ).map(({ _id }) => _id);
  const and = (other: Filter): Filter => ({ op: "and", filters: [part, other] });
  expect(await find(part)).toEqual([id]);
  expect(await find(and({ op: "eq", column: "name", value: name }))).toEqual([id]);
  expect(await find(and({ op: "eq", column: "_id", value: id }))).toEqual([id]);
  expect(await find(and({ op: "contains", column: "name", value: "nothing like it" }))).toEqual([]);
});
