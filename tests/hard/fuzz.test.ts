import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { prepareAccounts } from "@/lib/auth/accounts";
import type { ApiRequest, ApiResponse } from "@/lib/http/exchange";
import { createHandler } from "@/lib/http/handle";
import { resources } from "@/lib/resources";
import { type TestApi, testApi, textOf } from "@/tests/api";
import { fullBody } from "@/tests/bodies";
import { replyFaults } from "@/tests/openapi-validator";
import { hostileRequest, type World } from "./fuzz-requests";
import { leaksIn } from "./leaks";
import { contradictions } from "./store-checks";

const requests = 20_000;
/** Far above what a request over a few records takes, even while other tests keep the machine busy. */
const longestMs = 2_500;
const maxBodyBytes = 200_000;

it(`answers ${requests} hostile requests without a fault of its own`, {
  timeout: 600_000,
}, async () => {
  const seed = seedOfRun();
  const api = await testApi();
  await prepareAccounts(api.engine.store);
  const world = await worldIn(api);
  const failures: unknown[] = [];
  const [loose, strict] = (["loose", "strict"] as const).map((references) =>
    createHandler({
      store: api.engine.store,
      policy: { references },
      maxBodyBytes,
      now: () => api.engine.clock.now(),
      log: ({ error }) => error !== undefined && failures.push(error),
    }),
  );
  const seen = new Map<number, number>();
  /** What was wrong, each sort of it once. */
  const wrong = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (pick) => {
      const request = hostileRequest(pick, world);
      const started = performance.now();
      const handle = pick(fc.nat, { max: 4 }) === 0 ? strict : loose;
      const reply = await wholeOf((await handle?.(request)) as ApiResponse);
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
      const took = performance.now() - started;
      const faults = [
        ...(took > longestMs ? [`takes ${took} ms`] : []),
        ...failures.splice(0).map((error) => String((error as Error).stack)),
        ...faultsIn(request, reply),
      ];
      for (const fault of faults) wrong.set(fault, wrong.get(fault) ?? shown(request));
      remember(world, request, reply);
    }),
    { numRuns: requests, seed },
  );
  expect([...wrong].slice(0, 10), `with FUZZ_SEED=${seed}`).toEqual([]);
  for (const status of [200, 400, 401, 403, 404, 405, 409, 412, 413, 415]) {
    expect(seen.get(status), `replies with ${status}`).toBeGreaterThan(0);
  }
  expect(seen.get(200)).toBeGreaterThan(requests / 20);
  await expectSound(api, world);
  await api.close();
});

/** In the place of the hash of a secret. */
const storedHash = "hash-of-a-secret";

/** `FUZZ_SEED` repeats a run; otherwise each run is another one. */
function seedOfRun(): number {
  return Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
}

/** A few records of every resource, in two projects. */
async function worldIn(api: TestApi): Promise<World> {
  const foreign = await api.newProject();
  const ids = new Map<string, string[]>();
  for (const resource of resources.values()) {
    const own: string[] = [];
    ids.set(resource.path, own);
    for (const projectId of [api.projectId, api.projectId, foreign]) {
      const data = fullBody(resource, projectId, own.length + 1);
      const stored = "password" in data ? { ...data, password: storedHash } : data;
      own.push(String((await api.insert(resource, stored))._id));
    }
  }
  const keys = [
    await api.key(["Project Owner"], null),
    ...[api.owner, api.owner, api.owner, api.owner, api.owner],
    await api.key(["Read All Project Resources"]),
    await api.key(["Read Incident", "Create Incident"]),
  ];
  return { resources: [...resources.values()], projectId: api.projectId, keys, ids };
}

/** Records that were made are asked about later, those that were deleted are not. */
function remember({ ids }: World, request: ApiRequest, { status, body }: ApiResponse): void {
  const [, , path = "", id, last] = request.path.split("/");
  const known = ids.get(path);
  if (status !== 200 || known === undefined) return;
  if (id === undefined && request.method === "POST") known.push(String(JSON.parse(body)._id));
  if (request.method !== "DELETE" && last !== "delete-item") return;
  const at = known.indexOf(String(id));
  if (at >= 0) known.splice(at, 1);
}

function faultsIn(request: ApiRequest, reply: ApiResponse): string[] {
  const { status, headers, body } = reply;
  const faults = leaksIn(body + JSON.stringify(headers)).map((leak) => `tells of ${leak}`);
  if (body.includes(storedHash)) faults.push("shows what nobody may read");
  if (status >= 500) faults.push(`answers ${status}`);
  if (/[\r\n]/.test(Object.values(headers).join(""))) faults.push("has a line break in a header");
  faults.push(...bodyFaults(request, reply));
  const { method, path } = request;
  // The document knows paths and methods in one spelling only.
  const isPlain = /^[A-Z]+ (?:\/[\w.-]+)+$/.test(`${method} ${path}`);
  if (isPlain) faults.push(...replyFaults({ ...request, ...reply }));
  return faults;
}

function bodyFaults({ method }: ApiRequest, { status, headers, body }: ApiResponse): string[] {
  if (method === "HEAD" || status === 204 || status === 304) {
    return body === "" ? [] : ["has a body where none may be"];
  }
  // What is to be saved has a type of its own.
  if (headers["Content-Disposition"] !== undefined) return [];
  const type = status < 400 ? "application/json" : "application/problem+json";
  const value: unknown = JSON.parse(body);
  const isProblem = (value as { status?: unknown }).status === status;
  return [
    ...(headers["Content-Type"] === `${type}; charset=utf-8`
      ? []
      : [`is ${headers["Content-Type"]}`]),
    ...(status >= 400 && !isProblem ? ["is no problem document"] : []),
  ];
}

/** A reply with all of its stream as its body; a snapshot holds everything, so nothing in it is a leak. */
async function wholeOf({ stream, ...reply }: ApiResponse): Promise<ApiResponse> {
  if (reply.headers["Content-Type"] === "application/vnd.sqlite3") return reply;
  return stream ? { ...reply, body: await textOf(stream) } : reply;
}

function shown({ method, path, query, headers, body }: ApiRequest): string {
  const { apikey: _, ...rest } = headers;
  return `${method} ${path.slice(0, 300)}?${query.slice(0, 300)} ${JSON.stringify(rest)} ${body.slice(0, 1_500)}`;
}

async function expectSound(api: TestApi, world: World): Promise<void> {
  const { db } = api.engine.store.authDatabase();
  const ask = async (text: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db);
    return rows;
  };
  expect(await contradictions(ask)).toEqual([]);
  const [operator] = world.keys;
  for (const { path, unlogged } of world.resources) {
    // What is personal is counted for its person only.
    if (unlogged) continue;
    const [{ n } = { n: -1 }] = await ask(
      `select count(*) as n from "${path.replaceAll("-", "_")}"`,
    );
    const reply = await api.ask("POST", `/api/${path}/count`, {
      ...(operator && { key: operator }),
    });
    expect(reply.body, path).toEqual({ count: n });
  }
}
