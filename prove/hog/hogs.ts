import { Agent, request } from "node:http";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { pause } from "@/prove/harness/figures";
import { adminKey } from "@/tests/server/server-process";
import type { Amounts, World } from "./fill";

/** Requests of one caller that must not delay the others. */
export interface Hog {
  readonly name: string;
  /** The statuses that its requests may return. */
  readonly allowed: readonly number[];
  /** Returns the statuses of its requests; 0 for one that was cut off. */
  readonly begin: () => Promise<number[]>;
}

/** Returns the hogs of a deployment at `port`. Hogs that repeat a request do so for `seconds`. */
export function hogsOf(
  port: number,
  world: World,
  { labels }: Pick<Amounts, "labels">,
  seconds: number,
): readonly Hog[] {
  const ask: Ask = (method, path, body, key = world.hog.key) =>
    statusOf(port, method, path, key, body === undefined ? "" : JSON.stringify(body));
  const again = (once: () => Promise<number>) => () => repeatedly(seconds, once);
  return [
    ...queries(ask, again, world),
    ...bombs(port, again, world),
    ...lists(ask, 100, [200, 400, 429, 503]),
    ...lists(ask, 15, [200, 429, 503]),
    ...largeOnes(ask, world, labels),
  ];
}

/** Sends a request and returns the status; `key` null sends none. */
type Ask = (method: string, path: string, body?: JsonValue, key?: string | null) => Promise<number>;
type Again = (once: () => Promise<number>) => Hog["begin"];

function queries(ask: Ask, again: Again, { longIds }: World): Hog[] {
  const count = (query: JsonObject) => again(() => ask("POST", "/api/incident/count", { query }));
  const page = { query: deep(4), select: { title: true }, sort: { title: 1 }, limit: 100 };
  // Refused if it takes too long.
  const allowed = [200, 400];
  return [
    { name: "a query of 48 text conditions", allowed: [400], begin: count(searches(48)) },
    { name: "a query of 8 over long texts", allowed, begin: count(searches(8)) },
    {
      name: "the same beside a list of ids",
      allowed,
      begin: count({ ...searches(8), _id: [...longIds] }),
    },
    {
      name: "deep queries",
      allowed: [200],
      begin: again(() => ask("POST", "/api/incident/get-list", page)),
    },
  ];
}

function bombs(port: number, again: Again, { hog: { key } }: World): Hog[] {
  const keys = Array.from({ length: 400_000 }, (_, n) => [`k${n}`, 1]);
  const bomb = JSON.stringify(Object.fromEntries(keys));
  const send = (path: string, own: string | null) =>
    again(() => statusOf(port, "POST", path, own, bomb));
  return [
    {
      name: "400,000 keys without a key",
      allowed: [400, 401, 413, 429],
      begin: send("/api/auth/sign-in/email", null),
    },
    { name: "400,000 keys with one", allowed: [400, 413], begin: send("/api/label", key) },
  ];
}

function lists(ask: Ask, limit: number, allowed: readonly number[]): Hog[] {
  const one = () => ask("POST", "/api/incident/get-list", { limit });
  return [2, 8, 16].map((count) => ({
    name: `${count} lists of ${limit} long records`,
    allowed,
    begin: () => Promise.all(Array.from({ length: count }, one)),
  }));
}

function largeOnes(ask: Ask, { hog, doomedId }: World, labels: number): Hog[] {
  const formats = ["csv", "json", "ndjson", "csv"];
  const teams = Array.from({ length: 250 }, (_, n) => ({
    data: { projectId: hog.projectId, name: `Team ${n}` },
  }));
  return [
    {
      name: `4 exports of ${labels.toLocaleString("en")} rows`,
      allowed: [200],
      begin: () =>
        Promise.all(formats.map((format) => ask("GET", `/api/label/export?format=${format}`))),
    },
    {
      name: "many creations, and the statistics that follow",
      allowed: [200],
      begin: async () => {
        const create = () => ask("POST", "/api/team/bulk-create", { items: teams });
        const statuses = [await create(), await create(), await create(), await create()];
        await pause(6_000);
        return statuses;
      },
    },
    {
      name: "the deletion of a large project",
      allowed: [200],
      begin: async () => [await ask("DELETE", `/api/project/${doomedId}`, undefined, adminKey)],
    },
  ];
}

/** Requests a page of the console, as a browser does first. */
export function firstPage(port: number): Hog {
  return {
    name: "the console's first page",
    allowed: [200],
    begin: async () => [await statusOf(port, "GET", "/sign-in", null, "")],
  };
}

async function repeatedly(seconds: number, once: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  const end = performance.now() + seconds * 1_000;
  do statuses.push(await once());
  while (performance.now() < end);
  return statuses;
}

function searches(count: number): JsonObject {
  const one = (n: number) => ({ description: { _type: "Search", value: `zz${n}` } });
  return { _or: Array.from({ length: count }, (_, n) => one(n)) };
}

/** Returns nested conditions; 4 levels are the maximum depth of a query. */
function deep(levels: number): JsonObject {
  const leaf = { title: { _type: "GreaterThan", value: "P" } };
  if (levels === 1) return { _not: leaf };
  return { _or: [deep(levels - 1), { _and: [leaf, leaf, { rootCause: { _type: "IsNull" } }] }] };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Reads a response to its end without storing it. */
function statusOf(
  port: number,
  method: string,
  path: string,
  key: string | null,
  body: string,
): Promise<number> {
  const headers = {
    ...(key !== null && { ApiKey: key }),
    ...(body !== "" && {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    }),
  };
  return new Promise((resolve) => {
    const asking = request({ host: "127.0.0.1", port, method, path, headers, agent }, (reply) => {
      reply.resume().on("error", () => resolve(0));
      reply.on("close", () => resolve(reply.complete ? (reply.statusCode ?? 0) : 0));
    });
    asking.on("error", () => resolve(0)).end(body);
  });
}
