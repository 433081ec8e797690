import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { label as labels } from "@/lib/resources/settings/label";
import { user } from "@/lib/resources/settings/user";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { dump } from "@/tests/dump";
import { type TestEngine, testEngine } from "@/tests/engine";
import { type ImportOptions, importProject } from "./import-project";
import { contradictionsIn, type Report } from "./report/report";
import { reportText } from "./report/report-text";

const key = "0190a000-0000-4000-8000-00000000feed";
const projectId = "0190a000-0000-7000-8000-0000000000cc";
const stopping = new AbortController();

let engine: TestEngine;
let source: FakeSource;
const said: string[] = [];
beforeEach(async () => {
  engine = await testEngine();
  source = await fakeSource();
  said.length = 0;
  source.rows("project", [{ _id: projectId, name: "Shop" }]);
});
afterEach(async () => {
  await source.close();
  await engine.store.close();
});

type Handler = (path: string, body: JsonObject, response: ServerResponse, url: URL) => unknown;

/** A server with the replies of OneUptime, of which a test replaces some. */
interface FakeSource {
  readonly url: string;
  readonly requests: { path: string; body: JsonObject; headers: IncomingMessage["headers"] }[];
  rows(path: string, rows: readonly JsonObject[]): void;
  /** Answers a path in place of the rows, while it returns something but undefined. */
  instead(path: string, handler: Handler): void;
  close(): Promise<void>;
}

async function fakeSource(): Promise<FakeSource> {
  const kinds = new Map<string, readonly JsonObject[]>();
  const handlers = new Map<string, Handler>();
  const requests: FakeSource["requests"] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += String(piece);
    const url = new URL(request.url ?? "", "http://source");
    const path = url.pathname.replace("/api/", "");
    const body: JsonObject = JSON.parse(text || "{}");
    requests.push({ path, body, headers: request.headers });
    if (handlers.get(path)?.(path, body, response, url) !== undefined) return;
    const [kind = "", what] = path.split("/");
    const rows = kinds.get(kind) ?? [];
    if (what === "count") return json(response, { count: rows.length });
    const [skip, limit] = ["skip", "limit"].map((name) => Number(url.searchParams.get(name)));
    return json(response, { data: rows.slice(skip, (skip ?? 0) + (limit ?? 0)), count: 0 });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    requests,
    rows: (path, rows) => kinds.set(path, rows),
    instead: (path, handler) => handlers.set(path, handler),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function json(response: ServerResponse, body: JsonValue, status = 200): true {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  return true;
}

function run(more: Partial<ImportOptions> = {}): Promise<Report> {
  return importProject({
    ...{ url: source.url, key, store: engine.store, say: (line) => said.push(line) },
    ...{ signal: stopping.signal, firstWaitMs: 1, projectId: undefined },
    ...{ resume: false, intoExisting: false, ...more },
  });
}

const typed = (_type: string, value: JsonValue) => ({ _type, value });
const at = typed("DateTime", "2024-02-03T04:05:06.007Z");

function label(more: JsonObject = {}): JsonObject & { _id: string } {
  const own = { name: "L", slug: null, color: typed("Color", "#123456"), createdAt: at };
  return { _id: newId(), ...own, updatedAt: at, projectId: typed("ObjectID", projectId), ...more };
}

function incident(more: JsonObject = {}): JsonObject & { _id: string } {
  const own = { title: "Down", declaredAt: at, incidentNumber: 41, version: 7 };
  const state = { currentIncidentStateId: typed("ObjectID", newId()) };
  const severity = { incidentSeverityId: typed("ObjectID", newId()) };
  return { ...label(), ...own, ...state, ...severity, ...more };
}

function event(
  owner: { readonly _id: string },
  state: JsonValue,
  startsAt: string,
): JsonObject & { _id: string } {
  const own = { incidentId: typed("ObjectID", owner._id), incidentStateId: state };
  return { ...label(), ...own, startsAt: typed("DateTime", startsAt) };
}

function tallyOf(report: Report, name: string) {
  const kind = report.kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no ${name}.`);
  return kind.tally;
}

describe("what is taken", () => {
  it("keeps ids, times, numbers, versions and creators, and logs the channel", async () => {
    const creator = newId();
    const one = label({ name: "Network", color: "#abc" });
    source.rows("label", [one]);
    source.rows("incident", [
      incident({
        ...{ createdByUserId: typed("ObjectID", creator), labels: [{ _id: one._id }] },
        incidentNumberWithPrefix: "SHOP-41",
      }),
    ]);
    const report = await run();
    expect(contradictionsIn(report)).toEqual([]);
    const [stored] = await engine.rows("incident");
    expect(stored).toMatchObject({
      ...{
        title: "Down",
        createdAt: "2024-02-03T04:05:06.007Z",
        updatedAt: "2024-02-03T04:05:06.007Z",
      },
      ...{ incidentNumber: 41, incidentNumberWithPrefix: "SHOP-41", version: 7 },
      ...{ createdByUserId: creator, labels: [one._id], projectId, slug: "down" },
    });
    const [stateOf] = (await engine.rows("incident-state-timeline")).filter(
      (row) => row.projectId === projectId,
    );
    expect(stateOf).toBeUndefined();
    expect((await engine.rows("label")).find(({ _id }) => _id === one._id)?.color).toBe("#aabbcc");
    const entries = await engine.rows("change-log", {
      op: "eq",
      column: "channel",
      value: "import",
    });
    expect(entries.map(({ resource }) => resource).sort()).toEqual([
      "incident",
      "label",
      "project",
    ]);
    const next = await engine.create(
      "incident",
      {
        title: "Next",
        projectId,
        declaredAt: engine.clock.iso(),
        currentIncidentStateId: newId(),
        incidentSeverityId: newId(),
      },
      engine.operator,
    );
    expect(next.incidentNumber).toBe(42);
  });

  it("shows people of teams as members without permissions", async () => {
    const person = {
      _id: newId(),
      name: typed("Name", "Mia"),
      email: typed("Email", "mia@example.com"),
    };
    source.instead("user/count", (_, __, response) => json(response, { message: "No" }, 422));
    source.rows("team-member", [
      {
        ...label(),
        teamId: newId(),
        userId: person._id,
        user: person,
        hasAcceptedInvitation: true,
      },
    ]);
    const report = await run();
    expect(tallyOf(report, "user").kindRefused).toContain("422");
    expect(await engine.get("user", person._id)).toMatchObject({
      name: "Mia",
      email: "mia@example.com",
    });
    const [member] = await engine.rows("member", { op: "eq", column: "userId", value: person._id });
    expect(member).toMatchObject({ permissions: [], projectId, state: "active" });
    expect(reportText(report, false)).toContain("1 people are in the project without permissions");
  });

  it("does not show people who have an account here, or another address", async () => {
    const people = ["mia", "noa"].map((name) => ({
      ...{ _id: newId(), name, email: `${name}@example.com` },
      createdAt: at,
    }));
    const [account, other] = people;
    if (!account || !other) throw new Error("There are no people.");
    await engine.store.write(async (writer) => {
      await writer.insert(user, { ...account, createdAt: engine.clock.iso() });
      await writer.insert(user, {
        ...other,
        email: "x@example.com",
        createdAt: engine.clock.iso(),
      });
      const { _id: id, name, email } = account;
      await writer.auth.insertAccount({ id, name, email, passwordHash: "hashed" });
    });
    source.rows("user", people);
    const report = await run();
    expect(tallyOf(report, "user")).toMatchObject({ taken: 0, present: 2 });
    expect(await engine.rows("member")).toEqual([]);
  });

  it("takes no other project, also if the source sends one", async () => {
    const other = newId();
    source.rows("project", [
      { _id: projectId, name: "Shop" },
      { _id: other, name: "Other" },
    ]);
    const report = await run({ projectId });
    expect(tallyOf(report, "project")).toMatchObject({ taken: 1, refused: 1 });
    expect((await engine.rows("project")).some(({ _id }) => _id === other)).toBe(false);
  });

  it("reports what cannot be taken, and takes the rest", async () => {
    const foreign = label({ projectId: typed("ObjectID", newId()) });
    const taken = await engine.create("label", { name: "Ours", color: "#123456" });
    const clash = label({ _id: String(taken._id) });
    const long = label({ description: "x".repeat(5_001), slug: String(taken.slug) });
    source.rows("label", [foreign, clash, long, label({ color: "red" }), label({ name: "Right" })]);
    source.rows("incident-feed", [label()]);
    const report = await run();
    const tally = tallyOf(report, "label");
    expect(tally).toMatchObject({ taken: 2, refused: 3, position: 5 });
    const text = reportText(report, false);
    for (const part of [
      "label: 1 × it belongs to another project, or to none",
      "label: 1 × its id belongs to a record of another project here",
      "label: 1 × color must be a color of the form #RRGGBB",
      "label.description: 1 × must be at most 5,000 characters; it has 5,001",
      "label.slug: 1 × another record here has this slug",
      "incident-feed: 1",
    ]) {
      expect(text).toContain(part);
    }
    expect(await engine.get("label", taken._id)).toMatchObject({ name: "Ours" });
    expect(contradictionsIn(report)).toEqual([]);
  });

  it("reports references that lead nowhere, and keeps their ids", async () => {
    const lost = newId();
    source.rows("incident", [incident({ monitors: [{ _id: lost }] })]);
    const report = await run();
    const columns = report.references["incident"]?.map(({ column }) => column);
    expect(columns).toEqual(["monitors", "currentIncidentStateId", "incidentSeverityId"]);
    expect((await engine.rows("incident"))[0]).toMatchObject({ monitors: [lost] });
  });

  it("goes on without the columns and kinds that the key may not read", async () => {
    source.rows("label", [label()]);
    source.instead("label/get-list", (_, { select }, response) => {
      if (!(select as JsonObject)["slug"]) return undefined;
      return json(response, { message: "You cannot select on - slug column." }, 422);
    });
    source.instead("monitor/count", (_, __, response) =>
      json(response, { message: "No permission" }, 422),
    );
    source.instead("probe/count", (_, __, response) => json(response, {}, 404));
    const report = await run();
    expect(tallyOf(report, "label")).toMatchObject({ taken: 1, unreadable: ["slug"] });
    expect(tallyOf(report, "monitor").kindRefused).toBe(
      "The source refuses it (422: No permission)",
    );
    expect(tallyOf(report, "probe").kindRefused).toBe("The source has no such kind.");
  });

  it("finds the columns of a refusal that names none", async () => {
    source.rows("label", [label()]);
    source.instead("label/get-list", (_, { select }, response) =>
      (select as JsonObject)["version"]
        ? json(response, { message: "Bad request" }, 400)
        : undefined,
    );
    expect(tallyOf(await run(), "label")).toMatchObject({ taken: 1, unreadable: ["version"] });
  });
});

describe("an existing project", () => {
  it("asks before it adds records, and leaves those that are there", async () => {
    const [one, other] = [label({ name: "One" }), label({ name: "Other" })];
    source.rows("label", [one]);
    await run();
    const before = await dump(engine.store);
    await expect(run()).rejects.toThrow("--into-existing");
    await expect(run({ resume: true })).rejects.toThrow("is finished");
    expect(await dump(engine.store)).toEqual(before);
    source.rows("label", [{ ...one, name: "Renamed" }, other]);
    const report = await run({ intoExisting: true });
    expect(tallyOf(report, "label")).toMatchObject({ taken: 1, present: 1 });
    expect(contradictionsIn(report)).toEqual([`Differs from the source: label ${one._id}: name`]);
  });

  it("leaves the timeline of an incident that changed in the source, and says so", async () => {
    const [one, other] = [incident(), incident({ incidentNumber: 42 })];
    const [open, over] = [typed("ObjectID", newId()), typed("ObjectID", newId())];
    const first = event(one, open, "2024-02-03T04:05:06.007Z");
    source.rows("incident", [{ ...one, currentIncidentStateId: open }]);
    source.rows("incident-state-timeline", [first]);
    await run();
    const later = typed("DateTime", "2024-02-03T05:00:00.000Z");
    source.rows("incident", [{ ...one, currentIncidentStateId: over, updatedAt: later }, other]);
    const added = event(other, open, "2024-02-03T04:05:06.007Z");
    source.rows("incident-state-timeline", [
      { ...first, endsAt: later, updatedAt: later },
      event(one, over, "2024-02-03T05:00:00.000Z"),
      added,
    ]);
    const report = await run({ intoExisting: true });
    const events = await engine.rows("incident-state-timeline");
    expect(events.map(({ _id }) => _id).sort()).toEqual([first._id, added._id].sort());
    expect(contradictionsIn(report)).toEqual([]);
    expect(tallyOf(report, "incident-state-timeline")).toMatchObject({ taken: 1, refused: 1 });
    const text = reportText(report, false);
    expect(text).toContain(
      "incident: 1 record changed in the source since it was taken. It was left as it is here.",
    );
    expect(text).toContain("1 × its incident was here before this import, with a timeline");
  });

  it("takes the whole timeline of a record that had none here", async () => {
    const one = incident();
    const states = [typed("ObjectID", newId()), typed("ObjectID", newId())];
    source.rows("incident", [one]);
    await run();
    source.rows(
      "incident-state-timeline",
      states.map((state, n) => event(one, state, `2024-02-03T0${4 + n}:05:06.007Z`)),
    );
    const report = await run({ intoExisting: true });
    expect(tallyOf(report, "incident-state-timeline")).toMatchObject({ taken: 2, refused: 0 });
  });

  it("excuses records that were edited here", async () => {
    const one = label({ name: "One" });
    source.rows("label", [one]);
    await run();
    const { store } = engine;
    const edited = { name: "Edited here", updatedAt: "2024-03-01T00:00:00.000Z" };
    await store.write((writer) =>
      writer.update(labels, String(one._id), edited, { projects: "all" }),
    );
    const report = await run({ intoExisting: true });
    expect(contradictionsIn(report)).toEqual([]);
    expect(reportText(report, false)).toContain(
      "label: 1 record changed here since it was taken. It was not compared.",
    );
  });

  it("goes on from the last page of an import that broke off", async () => {
    const rows = Array.from({ length: 250 }, (_, n) => label({ name: `L${n}` }));
    source.rows("label", rows);
    source.instead("label/get-list", (_, __, response, url) =>
      Number(url.searchParams.get("skip")) > 100
        ? json(response, { message: "Bye" }, 401)
        : undefined,
    );
    await expect(run()).rejects.toThrow("does not accept the key");
    expect((await engine.rows("label")).length).toBe(199);
    await expect(run()).rejects.toThrow("--resume");
    source.instead("label/get-list", () => undefined);
    await expect(
      run({ resume: true, url: source.url.replace("127.0.0.1", "localhost") }),
    ).rejects.toThrow("Name that server");
    source.requests.length = 0;
    const report = await run({ resume: true });
    expect(tallyOf(report, "label")).toMatchObject({ taken: 250, present: 0, rewinds: 0 });
    const first = source.requests.find(({ path }) => path === "label/get-list");
    expect(first).toBeDefined();
    expect((await engine.rows("label")).length).toBe(250);
  });

  it("reads records again when earlier ones were removed meanwhile", async () => {
    const rows = Array.from({ length: 250 }, (_, n) => label({ name: `L${n}` }));
    source.rows("label", rows);
    source.instead("label/get-list", (_, __, ___, url) => {
      if (Number(url.searchParams.get("skip")) > 0) source.rows("label", rows.slice(30));
      return undefined;
    });
    const report = await run();
    expect(tallyOf(report, "label")).toMatchObject({ taken: 250, rewinds: 1 });
  });

  it("counts each record once when records are read again", async () => {
    const foreign = typed("ObjectID", newId());
    const labels = Array.from({ length: 250 }, (_, n) =>
      label({ name: `L${n}`, ...(n % 5 === 0 && { projectId: foreign }) }),
    );
    const people = labels.map(({ _id }, n) => ({
      ...{ _id, name: "Mia", email: `mia${n}@example.com`, createdAt: at },
    }));
    // States with the same name are refused by the tables, one by one.
    const states = labels.map((_, n) => label({ name: n % 5 === 0 ? "Same" : `S${n}`, order: n }));
    const kinds = { label: labels, user: people, "incident-state": states };
    for (const [path, all] of Object.entries(kinds)) {
      source.rows(path, all);
      source.instead(`${path}/get-list`, (_, __, ___, url) => {
        if (Number(url.searchParams.get("skip")) > 0) source.rows(path, all.slice(30));
        return undefined;
      });
    }
    const report = await run();
    const ofLabels = tallyOf(report, "label");
    const exact = { rewinds: 1, present: 0, recent: [], counted: { ids: [], until: 0 } };
    expect(ofLabels).toMatchObject({ taken: 200, refused: 50, ...exact });
    expect(ofLabels.issues).toMatchObject([{ what: "record", count: 50 }]);
    expect(tallyOf(report, "user")).toMatchObject({ taken: 250, refused: 0, ...exact });
    expect(tallyOf(report, "incident-state")).toMatchObject({ taken: 201, refused: 49, ...exact });
    // The 30 records that the source removed stay here, so 40 missing ones show as 10.
    const fewer = report.kinds.map((kind) => {
      const { comparison } = kind;
      if (kind.name !== "label" || !comparison) return kind;
      return { ...kind, comparison: { ...comparison, here: comparison.here - 40 } };
    });
    expect(contradictionsIn({ ...report, kinds: fewer })).toEqual([
      "label: 10 records of the source are not here.",
    ]);
  });

  it("is not begun while its records are being deleted", async () => {
    await engine.store.write((writer) => writer.hideDeletedProject(projectId, "{}"));
    await expect(run()).rejects.toThrow("is being deleted here");
  });
});

describe("a hostile or broken source", () => {
  const samePage = Array.from({ length: 100 }, () => label());
  const refusals: [string, Handler, string][] = [
    ["a page", (_, __, response) => response.writeHead(200).end("<h1>Hi</h1>"), "no JSON object"],
    ["a list of numbers", (_, __, response) => json(response, { data: [1] }), "a record has no id"],
    ["no list", (_, __, response) => json(response, { data: "x" }), "no list in data"],
    [
      "more than was asked for",
      (_, __, response) => json(response, { data: Array.from({ length: 101 }, () => label()) }),
      "101 records where 100 were asked for",
    ],
    [
      "the same page again",
      (_, __, response) => json(response, { data: samePage }),
      "changed its order",
    ],
    [
      "a redirect",
      (_, __, response) => response.writeHead(302, { Location: "http://evil.example/" }).end(),
      "redirects to http://evil.example/. The key was not sent there",
    ],
    [
      "an endless error",
      (_, __, response) => response.writeHead(503).end(),
      "failed 9 times in a row",
    ],
  ];
  it.each(refusals)("that sends %s ends with a clear error", async (_, handler, text) => {
    source.rows("label", [label()]);
    source.instead("label/get-list", handler);
    await expect(run()).rejects.toThrow(text);
  });

  it("that never ends its list is left", async () => {
    const first = label();
    const pages = Array.from({ length: 99 }, () => label());
    source.instead("label/count", (_, __, response) => json(response, { count: 1 }));
    source.instead("label/get-list", (_, __, response, url) => {
      const isFirst = url.searchParams.get("skip") === "0";
      return json(response, {
        data: isFirst ? [...pages, first] : [first, ...pages.slice(1), first],
      });
    });
    await expect(run()).rejects.toThrow("without an end");
  });

  it("that sends a page of endless bytes is asked for fewer records, then left", async () => {
    source.rows("label", [label()]);
    source.instead("label/get-list", (_, __, response) => {
      const more = () => response.write("x".repeat(65_536), (error) => !error && more());
      more();
      return true;
    });
    await expect(run({ mostBytes: 1_000_000 })).rejects.toThrow("is larger than");
  });

  it("that nests a value deeply or names it like a prototype loses that value only", async () => {
    const nested = "[".repeat(50_000) + "]".repeat(50_000);
    const id = newId();
    const text = JSON.stringify({ data: [incident({ _id: id, customFields: 1 })] });
    source.instead("incident/count", (_, __, response) => json(response, { count: 1 }));
    source.instead("incident/get-list", (_, __, response) => {
      const body = text.replace('"customFields":1', `"__proto__":{"a":1},"customFields":${nested}`);
      response.writeHead(200).end(body);
      return true;
    });
    const report = await run();
    expect(tallyOf(report, "incident")).toMatchObject({ taken: 1, refused: 0 });
    expect(reportText(report, false)).toContain("must not be nested more than 30 levels deep");
  });

  it("is asked again after 429, as it wants, and gets the key in the header only", async () => {
    source.rows("label", [label()]);
    let tries = 0;
    source.instead("label/get-list", (_, __, response) => {
      tries += 1;
      if (tries % 2 === 0) return undefined;
      response.writeHead(429, { "Retry-After": "0" }).end(`no ${key}`);
      return true;
    });
    const report = await run();
    expect(tallyOf(report, "label").taken).toBe(1);
    expect(source.requests.every(({ headers }) => headers["apikey"] === key)).toBe(true);
    expect(source.requests.at(-1)?.headers["tenantid"]).toBe(projectId);
  });

  it("cannot print the key or control characters", async () => {
    source.instead("label/count", (_, __, response) =>
      json(response, { message: `\u001b[2J${key}\r\nrm` }, 403),
    );
    const report = await run();
    expect(tallyOf(report, "label").kindRefused).toBe("The source refuses it (403: [2J[key] rm)");
    expect(JSON.stringify([report, said])).not.toContain(key);
  });
});

describe("the project", () => {
  it("is named by the operator if the key sees several", async () => {
    const other = newId();
    source.rows("project", [
      { _id: other, name: "Other" },
      { _id: projectId, name: "Shop" },
    ]);
    await expect(run()).rejects.toThrow(`--project ${other}  Other`);
    await run({ projectId });
    expect((await engine.rows("project")).some(({ _id }) => _id === other)).toBe(false);
  });

  it("gets its id as its name if the key may not read it", async () => {
    const refuse: Handler = (_, __, response) => json(response, { message: "No" }, 422);
    for (const path of ["project/get-list", "project/count"]) source.instead(path, refuse);
    await expect(run()).rejects.toThrow("Name its id in --project");
    await expect(run({ projectId: "x" })).rejects.toThrow("in the shape of a UUID");
    await run({ projectId });
    expect(await engine.get("project", projectId)).toMatchObject({ name: projectId });
  });
});
