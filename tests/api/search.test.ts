import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { user } from "@/lib/resources/settings/user";
import { foldText, wordsOf } from "@/lib/schema/search-text/search-text";
import { isStorable } from "@/lib/schema/values/text-checks";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let foreign: string;
let foreignKey: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  api = await testApi();
  foreign = await api.newProject();
  foreignKey = await api.key(["Project Owner"], foreign);
  for (const name of [
    "Checkout",
    "checkout-api",
    "ZÜRICH edge",
    "Primary DB",
    "データベース障害",
  ]) {
    await make("label", name);
    api.engine.clock.move(1);
  }
  await make("status-page-private-user", "mia@example.com", { statusPageId: newId() }, "email");
  for (const title of ["Checkout is slow", "Checkout"]) await declare(title);
  ids.set(
    "foreign",
    await make("label", "Checkout of others", { projectId: foreign }, "name", foreignKey),
  );
});
afterAll(() => api.close());

async function make(path: string, name: string, more = {}, field = "name", key = api.owner) {
  const data = { projectId: api.projectId, color: "#ff0000", [field]: name, ...more };
  if (path !== "label") delete (data as { color?: string }).color;
  const reply = expectStatus(await api.ask("POST", `/api/${path}`, { key, body: { data } }), 200);
  const id = String(reply.body._id);
  ids.set(name, id);
  return id;
}

async function declare(title: string) {
  const data = {
    ...{ projectId: api.projectId, title, declaredAt: "2026-01-01" },
    currentIncidentStateId: await api.engine.idOf("incident-state", "Identified"),
    incidentSeverityId: newId(),
  };
  const reply = await api.ask("POST", "/api/incident", { key: api.owner, body: { data } });
  ids.set(title, String(expectStatus(reply, 200).body._id));
}

async function found(q: string, key = api.owner, more = "") {
  const query = `q=${encodeURIComponent(q)}${more}`;
  const reply = expectStatus(await api.ask("GET", "/api/search", { key, query }), 200);
  return reply.body.data as { resource: string; _id: string; label: string; matched: string }[];
}

const labels = async (q: string, key?: string) => (await found(q, key)).map(({ label }) => label);

describe("search", () => {
  it.each([
    ["INC-1", "Checkout is slow", "number"],
    ["inc 1", "Checkout is slow", "number"],
    ["#INC-2", "Checkout", "number"],
    ["inc2", "Checkout", "number"],
    ["2", "Checkout", "number"],
    ["zurich", "ZÜRICH edge", "label"],
    ["ZÜRICH", "ZÜRICH edge", "label"],
    ["edge züRich", "ZÜRICH edge", "label"],
    ["db", "Primary DB", "label"],
    ["d", "Primary DB", "label"],
    ["障害", "データベース障害", "label"],
    ["mia@example.com", "mia@example.com", "label"],
    ["checkout-api", "checkout-api", "label"],
    ["imar", "Primary DB", "label"],
  ])("finds %s", async (q, label, matched) => {
    expect(await found(q)).toContainEqual(expect.objectContaining({ label, matched }));
  });

  it("puts exact names first, then the newest", async () => {
    const [first, second, ...rest] = await labels("checkout");
    expect([first, second]).toEqual(["Checkout", "Checkout"]);
    expect(rest).toEqual(["Checkout is slow", "checkout-api"]);
  });

  it("finds an id, alone and in a link, whatever its kind", async () => {
    const id = ids.get("Checkout is slow") ?? "";
    const link = `https://tocsin.example/p/${api.projectId}/incident/${id.toUpperCase()}?tab=feed`;
    expect(await found(id)).toMatchObject([{ _id: id, resource: "incident", matched: "id" }]);
    expect((await found(link)).map(({ resource }) => resource)).toEqual(["incident", "project"]);
    expect(await found(newId())).toEqual([]);
  });

  it("finds people by membership only", async () => {
    const mia = await api.insert(user, { name: "Mia Wong", email: "Mia@wong.example" });
    expect(await labels("wong")).toEqual([]);
    const place = { userId: String(mia._id), permissions: ["Project Member"] };
    await api.engine.create("member", place, api.engine.operator);
    expect(await found("wong")).toMatchObject([{ resource: "user", label: "Mia Wong" }]);
    expect(await found("mia@wong.example")).toMatchObject([{ resource: "user", matched: "email" }]);
    expect(await labels("wong", foreignKey)).toEqual([]);
  });

  it("no longer finds old names and deleted records", async () => {
    const id = await make("project-scim", "Ephemeral thing");
    await api.ask("PUT", `/api/project-scim/${id}`, {
      key: api.owner,
      body: { data: { name: "Lasting" } },
    });
    expect(await labels("ephemeral")).toEqual([]);
    expect(await labels("lasting")).toEqual(["Lasting"]);
    await api.ask("DELETE", `/api/project-scim/${id}`, { key: api.owner });
    expect(await labels("lasting")).toEqual([]);
  });

  it("finds the same once hundreds more are there", async () => {
    const many = await api.newProject();
    const key = await api.key(["Project Owner"], many);
    const names = Array.from({ length: 300 }, (_, n) => `Bulk ${n} item`);
    for (const name of names) await make("team", name, { projectId: many }, "name", key);
    expect((await labels("bulk 27", key)).sort()).toEqual(
      [27, ...range(270, 279)].map(bulk).sort(),
    );
    await api.ask("PUT", `/api/team/${ids.get("Bulk 5 item")}`, {
      key,
      body: { data: { name: "Renamed" } },
    });
    expect(await labels("bulk 5 item", key)).not.toContain("Bulk 5 item");
    expect(await labels("renamed", key)).toEqual(["Renamed"]);
    expect(await labels("bulk")).toEqual([]);
  });

  it("shows only readable records, and only of the caller's projects", async () => {
    const reader = await api.key(["Read Label"]);
    expect(new Set((await found("checkout", reader)).map(({ resource }) => resource))).toEqual(
      new Set(["label"]),
    );
    expect(await labels("others")).toEqual([]);
    expect(await found(ids.get("foreign") ?? "")).toEqual([]);
    const operator = await api.key(["Project Owner"], null);
    expect(await labels("checkout of others", operator)).toEqual(["Checkout of others"]);
    expect(await found("checkout of others", operator, `&projectId=${api.projectId}`)).toEqual([]);
    expect(await found("checkout", api.owner, `&projectId=${foreign}`)).toEqual([]);
  });

  it("answers the same whatever other projects hold", async () => {
    const before = await found("checkout");
    for (let n = 0; n < 150; n += 1) {
      await make("label", `Checkout ${n}`, { projectId: foreign }, "name", foreignKey);
    }
    expect(await found("checkout")).toEqual(before);
  });

  it.each([
    ["", "q"],
    ["q=", "q"],
    ["q=%20", "q"],
    [`q=${"x".repeat(2_001)}`, "q"],
    ["q=a%00b", "q"],
    ["q=a&limit=0", "limit"],
    ["q=a&limit=x", "limit"],
    ["q=a&projectId=x", "projectId"],
    ["q=a&words=most", "words"],
  ])("answers 400 to %s", async (query, field) => {
    const reply = expectStatus(await api.ask("GET", "/api/search", { key: api.owner, query }), 400);
    expect(reply.body.errors).toMatchObject([{ field }]);
  });

  it("takes any text as words, never as syntax", async () => {
    const hostile = [
      '"',
      "' OR 1=1 --",
      'a" OR "b',
      "NEAR(a b)",
      "checkout*",
      "-checkout",
      "^x",
      "text:a",
      "%",
      "_",
      "\uf000\uf000c",
      "𝔘𝔫𝔦",
      "\u202e",
    ];
    for (const q of hostile) await found(q);
    expect(await labels("%")).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", minLength: 1, maxLength: 30 }), async (q) => {
        if (q.trim() !== "" && isStorable(q)) await found(q);
      }),
      { numRuns: 100 },
    );
  });

  it("finds a name by any piece of three characters or beginning of a word", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
        fc.nat(),
        async (name, at) => {
          const words = isStorable(name) && name.trim() !== "" ? wordsOf(foldText(name)) : [];
          const word = [...(words[at % (words.length || 1)] ?? "")];
          if (word.length === 0) return;
          const id = await make("team", name);
          const piece = word.length < 3 ? word : word.slice(at % (word.length - 2)).slice(0, 3);
          const hits = await found(piece.join(""), api.owner, "&limit=50");
          expect(hits.map(({ _id }) => _id)).toContain(id);
          await api.ask("DELETE", `/api/team/${id}`, { key: api.owner });
        },
      ),
      { numRuns: 60 },
    );
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

function bulk(n: number): string {
  return `Bulk ${n} item`;
}

describe("the search of other texts", () => {
  const declareWith = async (data: object) => {
    const whole = {
      ...{ projectId: api.projectId, title: "Untold", declaredAt: "2026-01-01" },
      currentIncidentStateId: await api.engine.idOf("incident-state", "Identified"),
      incidentSeverityId: newId(),
      ...data,
    };
    const body = { data: whole };
    const reply = await api.ask("POST", "/api/incident", { key: api.owner, body });
    return String(expectStatus(reply, 200).body._id);
  };

  it("finds by words and parts of words of description and custom fields, in any order, and says where", async () => {
    const id = await declareWith({
      title: "Payments stall",
      description: "The **worker queue** of region Nordkap grows without end.",
      customFields: { ticket: "OPS-4711", nested: { runbook: ["flush zk"] } },
    });
    const hit = async (q: string) => (await found(q)).find(({ _id }) => _id === id);
    expect(await hit("nordkap")).toMatchObject({
      matched: "description",
      excerpt: expect.stringContaining("region Nordkap grows"),
    });
    // On a phone one line of an excerpt holds about 40 characters with the name of the field.
    expect(await hit("without")).toMatchObject({
      excerpt: expect.stringMatching(/^….{0,12}without end\.$/),
    });
    expect(await hit("nordk paym queue")).toMatchObject({
      matched: "description",
      excerpt: expect.stringMatching(/queue.*Nordkap/),
    });
    expect(await hit("ops-4711")).toMatchObject({ matched: "customFields" });
    expect(await hit("runbook flush")).toMatchObject({ matched: "customFields" });
    expect(await hit("stall paym")).toMatchObject({ matched: "label" });
    expect(await hit("nordkap elsewhere")).toBeUndefined();
  });

  it("finds custom fields beside a NUL, in a key or a value", async () => {
    const id = await declareWith({ customFields: { "\0": 1, "rack\0seven": "shelf\0nine" } });
    for (const q of ["rack seven", "shelf nine"]) {
      expect((await found(q)).map(({ _id }) => _id)).toContain(id);
    }
  });

  it("follows a description that changes, and reads 2,000 characters of it", async () => {
    const id = await declareWith({
      description: `${"x ".repeat(995)}hereby ${"y ".repeat(20)}beyond`,
    });
    const finds = async (q: string) => (await found(q)).some(({ _id }) => _id === id);
    expect([await finds("hereby"), await finds("beyond")]).toEqual([true, false]);
    await api.engine.update("incident", id, { description: "Otherwise told." });
    expect([await finds("hereby"), await finds("otherwise")]).toEqual([false, true]);
    await api.engine.remove("incident", id);
    expect(await finds("otherwise")).toBe(false);
  });

  it("puts open work first, then other records, then resolved work, and shows its state", async () => {
    const open = await declareWith({ title: "Kettle cold", declaredAt: "2026-01-02" });
    api.engine.clock.move(1);
    const over = await declareWith({
      title: "Kettle hot",
      currentIncidentStateId: await api.engine.idOf("incident-state", "Resolved"),
    });
    api.engine.clock.move(1);
    const other = await make("label", "Kettle label");
    const hits = await found("kettle");
    expect(hits.map(({ _id }) => _id)).toEqual([open, other, over]);
    expect(hits[0]).toMatchObject({
      beganAt: "2026-01-02T00:00:00.000Z",
      state: { label: "Identified", color: expect.any(String), glyph: "state-0" },
    });
    expect(hits[1]).not.toHaveProperty("state");
    const reader = await api.key(["Read Incident"]);
    const [seen] = await found("kettle", reader);
    expect(seen).not.toHaveProperty("state");
  });

  it("finds open work behind more than a hundred newer records of other kinds", async () => {
    const open = await declareWith({ title: "Untold", description: "The samovar is **broken**." });
    for (let n = 0; n < 101; n += 1) await make("label", `samovar ${n}`);
    expect((await found("samovar"))[0]).toMatchObject({ _id: open, matched: "description" });
    expect((await found("broken samovar")).map(({ _id }) => _id)).toEqual([open]);
  });

  it("finds records with some of the words on request, if none has all of them", async () => {
    const one = await declareWith({ title: "Turbine hums" });
    api.engine.clock.move(1);
    const other = await declareWith({ title: "Turbine of dam seven" });
    const some = async (q: string) => {
      const query = `q=${encodeURIComponent(q)}&words=some`;
      const { body } = expectStatus(
        await api.ask("GET", "/api/search", { key: api.owner, query }),
        200,
      );
      return [body.words, (body.data as { _id: string }[]).map(({ _id }) => _id)];
    };
    expect(await some("turbine hums")).toEqual(["all", [one]]);
    expect(await some("turbine hums unheardof")).toEqual(["some", [one, other]]);
    expect(await some("of unheardof")).toEqual(["all", []]);
    expect(await found("turbine unheardof")).toEqual([]);
    expect((await some("turbine unheardof"))[1]).toEqual([other, one]);
  });
});
