import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "@/lib/resources";
import type { Resource } from "@/lib/schema/resource";
import type { Run } from "@/prove/harness/run";
import { type RecordedCall, writeCorpus } from "./corpus";
import { fill, operator, settings, type World } from "./deployment";
import { type Caller, comparable, type Shape, sendTo } from "./request";
import { readsOf, refusalsOf } from "./shapes";

/** Every n-th request is sent, more of the operator than of other keys. */
const steps = { operator: 23, others: 151 };

/**
 * Records the replies of a server to a part of the listed requests, and its database, as the corpus
 * that later versions are compared with. Sessions end, so only keys ask.
 */
export async function recordReplies(run: Run, server: string): Promise<void> {
  const file = join(run.folder(), "filled.db");
  const url = `file:${file}`;
  const first = await run.serve({ ...settings, DATABASE_URL: url }, server);
  const world = await fill(first.port);
  await first.stop();
  const left = join(run.folder(), "recorded.db");
  copyFileSync(file, left);
  const { port } = await run.serve({ ...settings, DATABASE_URL: url }, server);
  const known: Resource[] = [];
  for (const resource of resources.values()) {
    const list = { method: "GET", path: `/api/${resource.path}/get-list` };
    if ((await sendTo(port, list, operator)).status !== 404) known.push(resource);
  }
  const recorded: RecordedCall[] = [];
  for (const [shape, caller] of callsOf(world, known)) {
    recorded.push({ shape, caller, reply: comparable(await sendTo(port, shape, caller)) });
  }
  writeCorpus(left, recorded);
  run.some("calls recorded", recorded.length);
}

/** Returns the calls to record. Sessions end, so only keys ask. */
function callsOf(
  { callers, rows }: World,
  known: readonly Resource[],
): readonly (readonly [Shape, Caller])[] {
  const keys = callers.filter(({ headers }) => "ApiKey" in headers);
  // Refusals would add to the log of access, some seconds later.
  const asked = known.filter(({ path }) => path !== "access-log");
  const all = asked.flatMap((resource) => {
    const own = rows.get(resource.path) ?? [];
    const refused = refusalsOf(resource, String(own[0]?._id ?? "x"));
    return [...readsOf(resource, own), ...refused];
  });
  const calls = all.flatMap((shape) => keys.map((caller) => [shape, caller] as const));
  return calls.filter(([, caller], place) => {
    const step = caller.name === operator.name ? steps.operator : steps.others;
    return place % step === 0;
  });
}
