import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  idFrom,
  noteBackupTaken,
  removeOldAccessLogEntries,
} from "@/lib/auth/access-log/access-log";
import { flushRefusals } from "@/lib/auth/access-log/refusals";
import type { RequestLogEntry } from "@/lib/http/message/request-log";
import { accessLog } from "@/lib/resources/system/access-log";
import type { JsonObject } from "@/lib/schema/json";
import type { Store } from "@/lib/store/port/store";
import { textOf } from "@/tests/api";
import { changedWriter } from "@/tests/changed-writer";
import { dump } from "@/tests/dump";
import { emailOf, type TestPeople, testPeople } from "@/tests/people";

const lines: RequestLogEntry[] = [];
let people: TestPeople;
let owner: string;
beforeAll(async () => {
  people = await testPeople({ log: (entry) => lines.push(entry) });
  owner = await people.signIn("Owner");
});
afterAll(() => people.close());

const device = { "user-agent": "Firefox/140" };

/** Reads the log, oldest first, without changes of memberships: creating a test user logs those. */
async function read(cookie: string, query: JsonObject = {}): Promise<JsonObject[]> {
  return (await readAll(cookie, query)).filter(({ event }) => event !== "member_changed");
}

async function readAll(cookie: string, query: JsonObject = {}): Promise<JsonObject[]> {
  const body = { query, sort: { at: 1, _id: 1 }, select: everything };
  const reply = await people.ask("POST", "/api/access-log/get-list?limit=100", body, { cookie });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body["data"] as JsonObject[];
}
const everything = {
  ...{ at: true, event: true, accountId: true, byAccountId: true, keyId: true },
  ...{ address: true, device: true, count: true, projectId: true, requestId: true },
};

async function refuseSignIn(email: string, address = "192.0.2.9"): Promise<number> {
  const body = { email, password: "not the password" };
  const manner = { address, headers: device };
  return (await people.ask("POST", "/api/auth/sign-in/email", body, manner)).status;
}

async function key(permissions: readonly string[], of: string | null = people.engine.projectId) {
  const { engine } = people;
  const data = { name: "Test", permissions, projectId: of };
  const row = await engine.create("api-key", data, engine.operator);
  return { id: String(row._id), secret: String(row.key) };
}

describe("a sign-in", () => {
  it("is recorded with account, address and device, and so is the sign-out", async () => {
    const id = await people.person("Ida", ["Project Member"]);
    const cookie = await people.signIn("Ida", { address: "198.51.100.4", headers: device });
    await people.ask("POST", "/api/auth/sign-out", {}, { cookie, headers: device });
    const noted = await read(owner, { accountId: id });
    expect(noted).toMatchObject([
      { event: "sign_in", count: 1, address: "198.51.100.4", device: "Firefox/140" },
      { event: "sign_out", byAccountId: null, keyId: null, projectId: null },
    ]);
    expect(lines.find(({ requestId }) => requestId === noted[0]?.requestId)).toMatchObject({
      operation: "signIn",
      accountId: id,
      address: "198.51.100.4",
    });
  });

  it("that is refused is counted in one row an hour, and writes nothing by itself", async () => {
    const id = await people.person("Rolf", ["Project Member"]);
    const writes = async () => (await people.engine.store.facts()).work.writes;
    const before = await writes();
    for (let time = 0; time < 3; time += 1) expect(await refuseSignIn(emailOf("Rolf"))).toBe(401);
    expect(await writes()).toBe(before);
    expect(await read(owner, { accountId: id })).toEqual([]);
    await flushRefusals(people.engine.store);
    await refuseSignIn(emailOf("Rolf"), "192.0.2.10");
    await flushRefusals(people.engine.store);
    expect(await read(owner, { accountId: id })).toMatchObject([
      { event: "sign_in_refused", count: 4, address: "several", device: "Firefox/140" },
    ]);
  });

  it("with an unknown address stores nothing of the input", async () => {
    const typed = "nobody-at-all@example.net";
    await refuseSignIn(typed, "192.0.2.77");
    await flushRefusals(people.engine.store);
    const noted = await read(owner, { address: "192.0.2.77" });
    expect(noted).toMatchObject([{ event: "sign_in_refused", accountId: null, count: 1 }]);
    const contents = JSON.stringify(await dump(people.engine.store));
    expect(contents + JSON.stringify(lines)).not.toContain("nobody-at-all");
    expect(lines.at(-2)).toMatchObject({ operation: "signIn", address: "192.0.2.77" });
    expect(lines.at(-2)?.accountId).toBeUndefined();
  });
});

describe("a change to an account", () => {
  it("is recorded in the same transaction", async () => {
    const id = await people.person("Nora", ["Project Member"]);
    const cookie = await people.signIn("Nora");
    const link = await people.ask("POST", `/api/user/${id}/reset-link`, {}, { cookie: owner });
    const token = String(link.body["link"]).split("#").at(-1) ?? "";
    const next = "five unrelated words in here";
    await people.ask("POST", "/api/auth/reset", { token, password: next });
    expect((await people.ask("GET", "/api/me", undefined, { cookie })).status).toBe(401);
    const body = { email: emailOf("Nora"), password: next };
    const signedIn = await people.ask("POST", "/api/auth/sign-in/email", body);
    const [own = ""] = (signedIn.headers["Set-Cookie"] ?? "").split(";");
    await people.ask("POST", `/api/user/${id}/end-sessions`, {}, { cookie: owner });
    const noted = await read(owner, { accountId: id });
    expect(noted.map(({ event }) => event)).toEqual([
      ...["sign_in", "reset_link_made", "reset_link_used", "sign_in", "session_ended"],
    ]);
    expect(noted[1]).toMatchObject({ byAccountId: people.owner.id, address: null });
    expect(noted[4]).toMatchObject({ byAccountId: people.owner.id, count: 1 });
    expect(own).not.toBe("");
  });

  it("counts wrong current passwords at a change of the password", async () => {
    const id = await people.person("Wanda", ["Project Member"]);
    const cookie = await people.signIn("Wanda");
    const wrong = { currentPassword: "not this one", newPassword: "five unrelated words in here" };
    for (let time = 0; time < 2; time += 1) {
      const manner = { cookie, headers: device };
      const reply = await people.ask("POST", "/api/auth/change-password", wrong, manner);
      expect(reply.status).toBe(400);
    }
    await flushRefusals(people.engine.store);
    expect(await read(owner, { accountId: id, event: "confirmation_refused" })).toMatchObject([
      { count: 2, address: "192.0.2.1", device: "Firefox/140", byAccountId: null },
    ]);
  });

  it("is not recorded when the write is rolled back", async () => {
    const id = await people.person("Tilo", ["Project Member"]);
    const [place] = await people.engine.rows("member", {
      ...({ op: "eq", column: "userId", value: id } as const),
    });
    const path = `/api/member/${place?._id}`;
    const wrong = { data: { permissions: ["No such title"] } };
    expect((await people.ask("PUT", path, wrong, { cookie: owner })).status).toBe(400);
    const before = (await readAll(owner, { accountId: id })).length;
    const right = { data: { permissions: ["Project Admin"] } };
    expect((await people.ask("PUT", path, right, { cookie: owner })).status).toBe(200);
    const noted = await readAll(owner, { accountId: id });
    expect(noted.length).toBe(before + 1);
    expect(noted.at(-1)).toMatchObject({
      event: "member_changed",
      byAccountId: people.owner.id,
      projectId: people.engine.projectId,
    });
  });
});

describe("keys", () => {
  it("are noted when they are made, rotated and revoked", async () => {
    const data = { projectId: people.engine.projectId, name: "CI", permissions: ["Read Incident"] };
    const made = await people.ask("POST", "/api/api-key", { data }, { cookie: owner });
    const id = String(made.body["_id"]);
    await people.ask("POST", `/api/api-key/${id}/rotate`, {}, { cookie: owner });
    await people.ask("DELETE", `/api/api-key/${id}`, undefined, { cookie: owner });
    const noted = await read(owner, { keyId: id });
    expect(noted.map(({ event }) => event)).toEqual(["key_made", "key_rotated", "key_revoked"]);
    for (const one of noted) {
      expect(one).toMatchObject({ accountId: people.owner.id, address: "192.0.2.1" });
      expect(one.projectId).toBe(people.engine.projectId);
    }
  });

  it("are noted when they are refused, with the project where it is known", async () => {
    const { id, secret } = await key(["Read Label"]);
    const headers = { ...device, apikey: secret };
    for (let time = 0; time < 2; time += 1) {
      const reply = await people.ask("GET", "/api/incident/get-list", undefined, { headers });
      expect(reply.status).toBe(403);
    }
    const unknown = { ...device, apikey: `toc_${"x".repeat(43)}` };
    const reply = await people.ask("GET", "/api/label/get-list", undefined, {
      ...{ headers: unknown, address: "192.0.2.55" },
    });
    expect(reply.status).toBe(401);
    await flushRefusals(people.engine.store);
    const { projectId } = people.engine;
    // Both may be of one millisecond.
    const ofKey = await read(owner, { keyId: id });
    ofKey.sort((one, other) => (String(one["event"]) < String(other["event"]) ? -1 : 1));
    expect(ofKey).toMatchObject([
      { event: "key_made" },
      { event: "key_refused", count: 2, projectId, accountId: null, device: "Firefox/140" },
    ]);
    expect(await read(owner, { address: "192.0.2.55" })).toMatchObject([
      { event: "key_refused", count: 1, keyId: null, projectId: null },
    ]);
  });
});

describe("the access log", () => {
  it("shows a person their own events with address and device, and nothing else", async () => {
    const id = await people.person("Pia", ["Project Admin"]);
    const cookie = await people.signIn("Pia", { address: "198.51.100.30", headers: device });
    const noted = await read(cookie);
    expect(noted.map(({ accountId }) => accountId)).toEqual([id]);
    expect(noted).toMatchObject([{ event: "sign_in", address: "198.51.100.30" }]);
    expect(await read(cookie, { accountId: people.owner.id })).toEqual([]);
  });

  it("shows an owner of a project its events and its members' sign-ins, without addresses", async () => {
    const { engine } = people;
    const other = await engine.newProject("Elsewhere");
    const stranger = await people.person("Stranger", ["Project Member"], other);
    const mate = await people.person("Mate", ["Project Member"]);
    const boss = await people.person("Boss", ["Project Owner"]);
    await people.signIn("Stranger");
    await people.signIn("Mate");
    const cookie = await people.signIn("Boss");
    await people.ask("POST", `/api/user/${mate}/end-sessions`, {}, { cookie: owner });
    const select = { event: true, accountId: true, projectId: true };
    const list = async (body: JsonObject) =>
      people.ask("POST", "/api/access-log/get-list?limit=100", body, { cookie });
    const { body } = await list({ select });
    const seen = body["data"] as JsonObject[];
    expect(seen.some(({ accountId }) => accountId === stranger)).toBe(false);
    const ofMate = seen.filter(({ accountId }) => accountId === mate);
    expect(ofMate.filter(({ projectId }) => projectId === null)).toMatchObject([
      { event: "sign_in" },
    ]);
    expect(seen.filter(({ projectId }) => projectId === engine.projectId)).not.toEqual([]);
    expect(seen.some(({ projectId }) => projectId === other)).toBe(false);
    for (const asked of [{ select: { address: true } }, { query: { address: "192.0.2.1" } }]) {
      expect((await list(asked)).status).toBe(400);
    }
    expect(await read(cookie, { accountId: boss })).toMatchObject([
      { event: "sign_in", address: "192.0.2.1" },
    ]);
  });

  it("shows one entry to callers who may list it, and is not found by others", async () => {
    await people.person("Chef", ["Project Owner"]);
    const mate = await people.person("Helper", ["Project Member"]);
    const helper = await people.signIn("Helper");
    const chef = await people.signIn("Chef");
    await people.person("Passer", ["Project Member"]);
    const passer = await people.signIn("Passer");
    const entries = await people.engine.rows("access-log", {
      ...({ op: "eq", column: "accountId", value: mate } as const),
    });
    const path = `/api/access-log/${entries.at(-1)?._id}/get-item`;
    const get = async (cookie: string) => people.ask("GET", path, undefined, { cookie });
    expect((await get(chef)).body).toMatchObject({ event: "sign_in", accountId: mate });
    expect((await get(chef)).body).not.toHaveProperty("address");
    expect((await get(helper)).body).toMatchObject({ address: "192.0.2.1" });
    expect((await get(passer)).status).toBe(404);
  });

  it("is refused to keys without the title, and has no address for those with it", async () => {
    const { secret } = await key(["Project Admin"]);
    const ask = (apikey: string) =>
      people.ask("GET", "/api/access-log/get-list", undefined, { headers: { apikey } });
    const refused = await ask(secret);
    expect(refused.status).toBe(403);
    expect(refused.body["sufficient"]).toEqual(["Project Owner", "Read Access Log"]);
    const auditor = await ask((await key(["Read Access Log"])).secret);
    expect(auditor.status).toBe(200);
    expect((auditor.body["data"] as JsonObject[])[0]).not.toHaveProperty("address");
  });

  it("can only be read, in any spelling", async () => {
    const { secret } = await key(["Project Owner"], null);
    const [entry] = await people.engine.rows("access-log");
    const path = `/api/access-log/${entry?._id}`;
    const body = { data: { event: "sign_out" }, items: [{ _id: entry?._id ?? null }] };
    for (const [method, target] of [
      ["POST", "/api/access-log"],
      ["PUT", path],
      ["DELETE", path],
      ["POST", `${path}/update-item`],
      ["POST", `${path}/delete-item`],
      ["GET", `${path}/delete-item`],
      ["POST", "/api/access-log/bulk-create"],
      ["POST", "/api/access-log/bulk-update"],
      ["POST", "/api/access-log/bulk-delete"],
    ] as const) {
      const sent = method === "GET" ? undefined : body;
      const reply = await people.ask(method, target, sent, { headers: { apikey: secret } });
      expect(reply.status, target).toBe(405);
    }
    const [same] = await people.engine.rows("access-log");
    expect(same).toEqual(entry);
  });

  it("counts refusals beyond 10,000 rows a day in one row that says so", async () => {
    const { store, clock } = people.engine;
    clock.move(48 * 60);
    const at = clock.now();
    const { noteRefusal } = await import("@/lib/auth/access-log/refusals");
    const refuse = (from: number, to: number) => {
      for (let one = from; one < to; one += 1) {
        const address = `203.0.${Math.floor(one / 256)}.${one % 256}`;
        const where = { address, userAgent: "" };
        noteRefusal(store, { event: "sign_in_refused", at, device: where });
      }
    };
    refuse(0, 9_000);
    await flushRefusals(store);
    refuse(9_000, 12_000);
    await flushRefusals(store);
    refuse(12_000, 12_050);
    await flushRefusals(store);
    const filter = {
      op: "and",
      filters: [
        { op: "eq", column: "event", value: "sign_in_refused" },
        { op: "gte", column: "at", value: at.toISOString() },
      ],
    } as const;
    expect(await store.reader.count(accessLog, { projects: "all", filter })).toBe(10_001);
    const rest = idFrom(`rest sign_in_refused ${at.toISOString().slice(0, 10)}`);
    expect(await people.engine.get("access-log", rest)).toMatchObject({
      ...{ count: 2_050, accountId: null, address: "several" },
      device: expect.stringContaining("counted in this row"),
    });
  });

  it("writes many refusals in slices, and other writes run in between", async () => {
    const { store, clock } = people.engine;
    clock.move(24 * 60);
    const at = clock.now();
    const order: string[] = [];
    const watched: Store = {
      ...store,
      write: async (work, manner) => {
        let rows = 0;
        const result = await store.write((writer) => {
          const insert: typeof writer.insert = async (resource, row) => {
            rows += 1;
            await writer.insert(resource, row);
          };
          return work(changedWriter(writer, { insert }));
        }, manner);
        order.push(String(rows));
        return result;
      },
    };
    const { noteRefusal } = await import("@/lib/auth/access-log/refusals");
    for (let one = 0; one < 450; one += 1) {
      const where = { address: `198.18.${Math.floor(one / 256)}.${one % 256}`, userAgent: "" };
      noteRefusal(watched, { event: "sign_in_refused", at, device: where });
    }
    const flushed = flushRefusals(watched);
    const other = store
      .write((writer) => writer.putSetting("between", "x"))
      .then(() => order.push("other write"));
    // A closing server waits for a flush in progress.
    await Promise.all([flushRefusals(watched), other]);
    expect(order.filter((one) => one !== "other write")).toEqual(["200", "200", "50"]);
    expect(order.indexOf("other write")).toBeLessThan(2);
    await flushed;
  });

  it("deletes entries past their retention, the oldest first and in slices", async () => {
    const { store, clock } = people.engine;
    const before = new Date(clock.now().getTime() - 24 * 60 * 60 * 1000);
    const count = () => store.reader.count(accessLog, { projects: "all" });
    const all = await count();
    const isOld = { op: "lt", column: "at", value: before.toISOString() } as const;
    const old = await store.reader.count(accessLog, { projects: "all", filter: isOld });
    expect(old).toBeGreaterThan(3);
    expect(await removeOldAccessLogEntries(store, before, 2)).toBe(2);
    expect(await count()).toBe(all - 2);
    expect(await removeOldAccessLogEntries(store, before, 10_000)).toBe(old - 2);
    expect(await removeOldAccessLogEntries(store, before, 10_000)).toBe(0);
    expect(await count()).toBe(all - old);
  });

  it("notes a backup taken beside the server once", async () => {
    const { store, clock } = people.engine;
    const at = clock.now();
    expect(await noteBackupTaken(store, at)).toBe(true);
    expect(await noteBackupTaken(store, at)).toBe(false);
    const noted = await read(owner, { event: "backup" });
    expect(noted).toMatchObject([{ at: at.toISOString(), accountId: null }]);
  });

  it("notes an export of a thousand records with their number, and no smaller one", async () => {
    const exported = async (query: JsonObject) => {
      const path = "/api/access-log/export?format=ndjson";
      const reply = await people.ask("POST", path, { query }, { cookie: owner });
      if (!reply.stream) throw new Error(`There is no file: ${JSON.stringify(reply.body)}`);
      return await textOf(reply.stream);
    };
    await exported({ event: "backup" });
    const text = await exported({ event: "sign_in_refused" });
    const records = text.trimEnd().split("\n").length;
    expect(records).toBeGreaterThan(1_000);
    expect(await read(owner, { event: "large_export" })).toMatchObject([
      { count: records, accountId: people.owner.id, address: "192.0.2.1" },
    ]);
  });

  it("notes an export whose session ended while it was sent", async () => {
    const noted = await read(owner, { event: "large_export" });
    const cookie = await people.signIn("Owner");
    const body = { query: { event: "sign_in_refused" } };
    const path = "/api/access-log/export?format=ndjson";
    const { stream } = await people.ask("POST", path, body, { cookie });
    if (!stream) throw new Error("There is no file.");
    let chunks = 0;
    for await (const _ of stream) {
      chunks += 1;
      if (chunks === 1) await people.ask("POST", "/api/auth/sign-out", {}, { cookie });
    }
    expect(chunks).toBeGreaterThan(1);
    expect(await read(owner, { event: "large_export" })).toHaveLength(noted.length + 1);
  });
});
