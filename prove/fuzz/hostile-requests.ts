import fc from "fast-check";
import { sql } from "kysely";
import { createHandler } from "@/lib/http/handle";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { kyselyOver } from "@/lib/store/testing/kysely";
import { atRandom } from "@/prove/harness/random-runs";
import type { Run } from "@/prove/harness/run";
import { type TestApi, testApi } from "@/tests/api";
import { remember, wholeOf, worldIn } from "@/tests/hard/fuzz-records";
import { hostileRequest, type World } from "@/tests/hard/fuzz-requests";
import { contradictions } from "@/tests/server/store-checks";
import { faultsIn } from "./reply-faults";

/** Far above the time of a request over a few records, even on a busy machine. */
const longestMs = 2_500;
const maxBodyBytes = 200_000;

/** Responses to hostile requests. */
export interface Fuzzed {
  readonly api: TestApi;
  readonly world: World;
  readonly seen: Map<number, number>;
  /** Each kind of fault once, with a request that shows it. */
  readonly wrong: Map<string, string>;
}

type Handler = (request: ApiRequest) => Promise<ApiResponse>;

/** Sends `count` requests, from valid to hostile, to the API over a database in memory. */
export async function sendHostile(run: Run, count: number, seed: number): Promise<Fuzzed> {
  const api = await testApi();
  run.onEnd(() => api.close());
  const world = await worldIn(api);
  const failures: unknown[] = [];
  const handler = (references: "loose" | "strict"): Handler =>
    createHandler({
      store: api.engine.store,
      policy: { references },
      maxBodyBytes,
      now: () => api.engine.clock.now(),
      log: ({ error }) => error !== undefined && failures.push(error),
    });
  const [loose, strict] = [handler("loose"), handler("strict")];
  const fuzzed: Fuzzed = { api, world, seen: new Map(), wrong: new Map() };
  await atRandom(run, { times: count, seed, sayEvery: 10_000 }, async (pick) => {
    const request = hostileRequest(pick, world);
    const handle = pick(fc.nat, { max: 4 }) === 0 ? strict : loose;
    await sendOne(fuzzed, handle, request, failures);
  });
  return fuzzed;
}

async function sendOne(
  { world, seen, wrong }: Fuzzed,
  handle: Handler,
  request: ApiRequest,
  failures: unknown[],
): Promise<void> {
  const started = performance.now();
  const reply = await wholeOf(await handle(request));
  seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
  const took = performance.now() - started;
  const faults = [
    ...(took > longestMs ? [`takes ${took} ms`] : []),
    ...failures.splice(0).map((error) => String((error as Error).stack)),
    ...faultsIn(request, reply),
  ];
  for (const fault of faults) wrong.set(fault, wrong.get(fault) ?? shown(request));
  remember(world, request, reply);
}

function shown({ method, path, query, headers, body }: ApiRequest): string {
  const { apikey: _, ...rest } = headers;
  return `${method} ${path.slice(0, 300)}?${query.slice(0, 300)} ${JSON.stringify(rest)} ${body.slice(0, 1_500)}`;
}

/**
 * Returns counters, lists and log entries that contradict the records, and counts that differ in
 * the API.
 */
export async function contradictionsAfter({ api, world }: Fuzzed): Promise<string[]> {
  const db = kyselyOver(api.engine.store);
  const ask = async (text: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db);
    return rows;
  };
  const found = await contradictions(ask);
  const [operator] = world.keys;
  for (const { path, unlogged } of world.resources) {
    // Personal records are counted only for their owner.
    if (unlogged) continue;
    const table = path.replaceAll("-", "_");
    const [{ n } = { n: -1 }] = await ask(`select count(*) as n from "${table}"`);
    const reply = await api.ask("POST", `/api/${path}/count`, {
      ...(operator && { key: operator }),
    });
    if (reply.body["count"] !== n)
      found.push(`${path}: ${n} records, the API counts ${reply.text}`);
  }
  return found;
}
