import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHandler } from "@/lib/http/handle";
import type { ApiResponse } from "@/lib/http/message/request-response";
import { relatedKinds, resources } from "@/lib/resources";
import type { JsonObject } from "@/lib/schema/json";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { latestVersion } from "@/lib/store/upgrade/migrations";
import { copyTemplate, hasPostgres, postgresUrl } from "@/tests/databases";
import facts from "@/tests/fixtures/version-4/facts.json";
import { scratchFolder } from "@/tests/server/server-process";
import { contradictions } from "@/tests/server/store-checks";

const unpacked = async (name: string) =>
  gunzipSync(await readFile(`tests/fixtures/version-4/${name}`));

/** A time at which the sessions, invitations and idempotency records of the fixture are valid. */
const now = () => new Date("2026-11-23T00:00:00.000Z");

const engines = [
  { name: "a file", engine: "sqlite", restore: restoreFile, skip: false },
  { name: "PostgreSQL", engine: "postgres", restore: restorePostgres, skip: !hasPostgres() },
] as const;

describe.each(engines)("a database of version 4 on $name", ({ engine, restore, skip }) => {
  if (skip) return;
  let store: Store;
  let handle: (request: Parameters<ReturnType<typeof createHandler>>[0]) => Promise<ApiResponse>;

  beforeEach(async () => {
    const url = await restore();
    store = await openStore({ url, resources: resources.values(), poolSize: 2, now });
    handle = createHandler({
      store,
      policy: { references: "loose" },
      maxBodyBytes: 5_000_000,
      now,
      log: ({ error }) => {
        if (error !== undefined) console.error(error);
      },
    });
  });
  afterEach(() => store.close());

  const ask = async (
    method: string,
    path: string,
    body: JsonObject | string | undefined,
    headers: Readonly<Record<string, string>>,
  ) => {
    const [bare = "", query = ""] = path.split("?");
    const reply = await handle({
      ...{ method, path: bare, query, address: "192.0.2.1" },
      headers: {
        ...{ host: "tocsin.test", "sec-fetch-site": "same-origin", origin: "http://tocsin.test" },
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: typeof body === "string" ? body : (JSON.stringify(body) ?? ""),
    });
    const parsed: JsonObject = reply.body === "" ? {} : JSON.parse(reply.body);
    return { ...reply, body: parsed };
  };
  const withKey = (path: string, body: JsonObject = {}) =>
    ask("POST", path, body, { apikey: facts.key });

  it("keeps every record, and derived data agrees with the records", async () => {
    for (const [resource, count] of Object.entries(facts.counts)) {
      const reply = await withKey(`/api/${resource}/count`);
      expect({ resource, count: reply.body.count }).toEqual({ resource, count });
    }
    const db = kyselyOver(store);
    const rows = async (text: string) =>
      (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db)).rows;
    expect(await contradictions(rows, engine)).toEqual([]);
    const [version] = await rows("select version from tocsin_schema");
    expect(version).toEqual({ version: latestVersion });
  });

  it("gets the tables of later kinds, without a record", async () => {
    for (const { path } of relatedKinds) {
      const reply = await withKey(`/api/${path}/count`);
      expect({ path, count: reply.body.count }).toEqual({ path, count: 0 });
    }
  });

  it("lists, sorts and finds as before", async () => {
    const list = await withKey("/api/incident/get-list", {
      ...{ limit: 100, select: { title: true, incidentNumber: true } },
      sort: { incidentNumber: 1 },
    });
    expect(list.body.data).toEqual(facts.titles);
    const found = await ask("GET", "/api/search?q=Fixture", undefined, { apikey: facts.key });
    const ids = JSON.stringify(found.body);
    for (const id of [...facts.incidents, facts.monitor]) expect(ids).toContain(id);
  });

  it("admits the same users, by session and by password", async () => {
    for (const cookie of Object.values(facts.cookies)) {
      expect((await ask("GET", "/api/me", undefined, { cookie })).status).toBe(200);
    }
    const credentials = { email: "alex@example.com", password: facts.password };
    const signedIn = await ask("POST", "/api/auth/sign-in/email", credentials, {});
    expect(signedIn.status).toBe(200);
    const cookie = facts.cookies["alex@example.com"];
    const incidents = await ask("GET", "/api/incident/count", undefined, { cookie });
    expect(incidents.body.count).toBe(facts.counts.incident);
  });

  it("asks a session of the version before for its password before a sensitive write", async () => {
    const cookie = facts.cookies["owner@example.com"];
    const data = { name: "By an old session", permissions: ["Read Label"] };
    const write = () =>
      ask("POST", "/api/api-key", { data: { ...data, projectId: facts.projectId } }, { cookie });
    const refused = await write();
    expect([refused.status, refused.body.code]).toEqual([403, "confirmation_required"]);
    const wrong = { password: "not the password" };
    expect((await ask("POST", "/api/auth/confirm", wrong, { cookie })).status).toBe(400);
    expect((await write()).status).toBe(403);
    const right = { password: facts.password };
    expect((await ask("POST", "/api/auth/confirm", right, { cookie })).status).toBe(200);
    expect((await write()).status).toBe(200);
  });

  it("keeps the keys, the open invitation and the idempotency records", async () => {
    const counted = await ask("POST", "/api/label/count", {}, { apikey: facts.projectKey });
    expect(counted.body.count).toBeGreaterThan(0);
    const token = facts.openInvitation;
    const invited = await ask("POST", "/api/invitation/look-up", { token }, {});
    expect(invited.body).toMatchObject({ isOpen: true, email: "later@example.com" });
    // Earlier versions recorded the key that made an invitation only in the change log.
    const ofKey = { token: facts.keyInvitation };
    const open = await ask("POST", "/api/invitation/look-up", ofKey, {});
    expect(open.body).toMatchObject({ isOpen: true });
    const headers = { apikey: facts.key, "idempotency-key": "kept-1" };
    const repeated = await ask("POST", "/api/label", facts.kept.body, headers);
    expect(repeated.status).toBe(200);
    expect(repeated.body._id).toBe(facts.kept.id);
  });

  it("is written to as before", async () => {
    const [id = ""] = facts.incidents;
    const data = { title: "Changed under the new version" };
    const changed = await ask("PUT", `/api/incident/${id}`, { data }, { apikey: facts.key });
    expect(changed.status).toBe(200);
    const item = await withKey(`/api/incident/${id}/get-item`, { select: { title: true } });
    expect(item.body.title).toBe(data.title);
  });

  it("lists the monitor status that the earlier version left wrong", async () => {
    const path = `/api/integrity?projectId=${facts.projectId}`;
    const { body } = await ask("GET", path, undefined, { apikey: facts.key });
    expect(JSON.stringify(body)).toContain(facts.monitor);
  });
});

const folder = scratchFolder();
let files = 0;

async function restoreFile(): Promise<string> {
  files += 1;
  const path = folder.path(`${files}.db`);
  writeFileSync(path, await unpacked("database.db.gz"));
  return `file:${path}`;
}

async function restorePostgres(): Promise<string> {
  const url = postgresUrl(await copyTemplate("bare"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(String(await unpacked("database.sql.gz")));
  await client.end();
  return url;
}
