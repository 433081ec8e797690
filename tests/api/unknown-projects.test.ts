import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "@/lib/contract";
import type { Endpoint } from "@/lib/contract/endpoint";
import { recordOperations, routes } from "@/lib/http/routing/route-table";
import { offersOperation } from "@/lib/http/routing/supports-operation";
import { newId } from "@/lib/store/port/new-id";
import {
  fillB,
  foreign,
  foreignIds,
  resourceAt,
  type World,
  worldWithB,
} from "@/prove/tenancy/world";
import type { Ask } from "@/tests/api";
import { testPeople } from "@/tests/people";

/**
 * A caller without a grant in a project gets the reply of a project that does not exist. The project
 * is B, which has records of every kind. A new endpoint that names a project is a row of `asked`.
 */

let world: World;
/** Keys of another project, by their role or permission. */
let keys: readonly string[];

beforeAll(async () => {
  world = await worldWithB();
  await fillB(world);
  const { api, operator } = world;
  const data = { timeZone: "Asia/Tokyo", name: "B" };
  await api.ask("PUT", `/api/project/${foreign}`, { key: operator, body: { data } });
  const titles = ["Project Owner", "Create Label"];
  keys = await Promise.all(titles.map((title) => api.key([title])));
});
afterAll(() => world.api.close());

/** Ids of B and its records, and of nothing, of the same form. */
const unknown = (text: string) =>
  text.replaceAll(/f{8}-/g, "eeeeeeee-").replaceAll("ffff0", "eeee0");

function the(path: string): string {
  return foreignIds.get(path)?.[0] ?? "";
}

const headers = { "x-request-id": "the-same" };

type Asked = readonly [method: string, path: string, ask?: Ask];
const of = `projectId=${foreign}`;

/** Requests for a project, by the name of their endpoint. */
const asked: Readonly<Record<string, readonly Asked[]>> = {
  report: [
    ["GET", "/api/report", { query: of }],
    ["GET", "/api/report", { query: `${of}&from=2029-12-20&to=2029-12-31` }],
  ],
  uptime: [
    ["GET", "/api/uptime", { query: of }],
    ["GET", "/api/uptime", { query: `${of}&monitors=${the("monitor")}&days=3` }],
    ["GET", "/api/uptime", { query: `${of}&statusPage=${the("status-page")}` }],
  ],
  summary: [["GET", "/api/summary", { query: of }]],
  dependencies: [["GET", "/api/dependencies", { query: `${of}&service=${the("service")}` }]],
  search: [
    ["GET", "/api/search", { query: `${of}&q=name` }],
    ["GET", "/api/search", { query: `q=${the("incident")}` }],
    ["GET", "/api/search", { query: `q=${foreign}` }],
  ],
  integrity: [["GET", "/api/integrity", { query: of }]],
  repair: [["POST", "/api/integrity/repair", { body: { projectId: foreign } }]],
  changeEvents: [["HEAD", "/api/events", { query: `${of}&records=${the("incident")}` }]],
  access: ["api-key", "incident", "project"].flatMap((path): Asked[] => {
    const query = `resource=${path}&operation=get&${of}`;
    return [
      ["GET", "/api/access", { query }],
      ["GET", "/api/access", { query: `${query}&user=${the("user")}` }],
    ];
  }),
  lastSeen: [["GET", "/api/last-seen", { query: of }]],
  deploymentOwners: [["GET", "/api/deployment-owner", { query: of }]],
  issuedAccess: [["GET", `/api/user/${the("user")}/issued-access`, { query: of }]],
  orphanedKeys: [["GET", "/api/orphaned-key", { query: of }]],
  accountOrigins: [["GET", "/api/account-origin", { query: of }]],
  previewStatusPage: [["GET", `/api/status-page/${the("status-page")}/preview`]],
  labels: [["POST", "/api/labels", { body: { ids: Object.fromEntries(foreignIds) } }]],
};

/** Headers that depend on the time and on earlier requests. */
const isCounted = /^(?:Server-Timing|RateLimit.*|X-Change-Token)$/;

/** Returns a reply without the parts that differ between any two requests. */
async function replyTo(key: string, [method, path, ask = {}]: Asked) {
  const reply = await world.api.ask(method, path, { ...ask, key, headers });
  const told = Object.entries(reply.headers).filter(([name]) => !isCounted.test(name));
  return { status: reply.status, headers: Object.fromEntries(told), text: reply.text };
}

async function expectUnknown(request: Asked, by = keys): Promise<void> {
  for (const key of by) {
    const { status, headers, text } = await replyTo(key, request);
    const told = { status, headers, text: unknown(text) };
    expect(told).toEqual(await replyTo(key, JSON.parse(unknown(JSON.stringify(request)))));
  }
}

describe("a project of others is as unknown as one that does not exist", () => {
  it.each(Object.entries(asked))("to the endpoint %s", async (_, requests) => {
    for (const request of requests) await expectUnknown(request);
  });

  it("to all endpoints that name a project", () => {
    const named = Object.entries<Endpoint>(endpoints).filter(
      ([, { query, body }]) => "projectId" in { ...query?.shape, ...body?.shape },
    );
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(named.map(([name]) => name)));
  });

  it("to a check of the project while its owner runs one", async () => {
    const { api, operator } = world;
    const [key = ""] = keys;
    const check = { query: of };
    let isOver = false;
    const own = api.ask("GET", "/api/integrity", { ...check, key: operator }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const { status } = await api.ask("GET", "/api/integrity", { ...check, key });
      expect(status).toBe(200);
      // In memory, replies need no turn of the event loop. The check of the owner does.
      await setImmediate();
    }
    expect((await own).status).toBe(200);
  });

  it.each([...foreignIds.keys()])("to the reads of %s", async (path) => {
    const query = `query=${encodeURIComponent(JSON.stringify({ projectId: foreign }))}`;
    for (const { names, method, pattern, operation } of routes) {
      if (names !== "resource" || method !== "GET") continue;
      const isOffered = offersOperation(resourceAt(path), operation);
      const { effect } = recordOperations[operation];
      const address = pattern.replace("{r}", path).replace(":id", the(path));
      if (!isOffered || effect === "writes" || !address.startsWith(`/api/${path}`)) continue;
      const takesQuery = effect === "exports" || !pattern.includes(":id");
      await expectUnknown([method, address, takesQuery ? { query } : {}], keys.slice(0, 1));
    }
  });

  it("to the pages of visitors, unless it published one", async () => {
    const data = { name: "Hidden", slug: "ffff0-page", projectId: foreign };
    await world.api.engine.create("status-page", data, world.api.engine.operator);
    for (const end of ["", "/feed.atom", "/api/v2/summary.json"]) {
      const reply = await world.api.read("GET", `/status/ffff0-page${end}`, { headers });
      const other = await world.api.read("GET", `/status/eeee0-page${end}`, { headers });
      expect([reply.status, unknown(reply.text)]).toEqual([other.status, other.text]);
    }
  });

  it("to users who tell that they are at a record", async () => {
    const people = await testPeople();
    const { engine } = people;
    const projectId = await engine.newProject("Other");
    const label = await engine.create(
      "label",
      { name: "a", color: "#112233", projectId },
      engine.operator,
    );
    await people.person("Ann", ["Project Owner"]);
    const [ann, owner] = [await people.signIn("Ann"), await people.signIn("Owner")];
    const tell = async (cookie: string, recordId: string) => {
      const body = { resource: "label", recordId, mode: "viewing" };
      const { status, text } = await people.ask("POST", "/api/presence", body, { cookie });
      return { status, text };
    };
    await tell(owner, String(label._id));
    expect(await tell(ann, String(label._id))).toEqual(await tell(ann, newId()));
    await people.close();
  });
});
