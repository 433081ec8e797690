import { createHandler } from "@/lib/http/handle";
import type { RequestLogEntry } from "@/lib/http/message/request-log";
import { createMetrics } from "@/lib/observability/metrics";
import { testEngine } from "@/tests/engine";

// Measures the cost of METRICS=on per request, in the process and without HTTP, so that its share
// is the largest possible. Rounds with and without alternate, because other work on the machine
// affects two adjacent rounds equally; the median counts.
const rounds = 41;
const perRound = 1_500;

const engine = await testEngine();
const data = { name: "Bench", permissions: ["Project Owner"] };
const key = String((await engine.create("api-key", data, engine.operator)).key);
const label = await engine.create("label", { name: "L", color: "#123456" });
const metrics = createMetrics(engine.store, "bench");

function handlerWith(log: (entry: RequestLogEntry) => void) {
  const { store, clock } = engine;
  const policy = { references: "loose" as const };
  return createHandler({ store, policy, maxBodyBytes: 1_000_000, now: () => clock.now(), log });
}

const without = handlerWith(() => undefined);
const withMetrics = metrics.around(handlerWith((entry) => metrics.request(entry)));
const request = {
  ...{ method: "GET", path: `/api/label/${String(label._id)}/get-item`, query: "", body: "" },
  headers: { apikey: key },
};

async function microsecondsOf(handle: typeof without): Promise<number> {
  const started = process.cpuUsage();
  for (let count = 0; count < perRound; count += 1) await handle(request);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / perRound;
}

const plain: number[] = [];
const ratios: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const turns = round % 2 === 0 ? [without, withMetrics] : [withMetrics, without];
  const [first = 0, second = 0] = [
    await microsecondsOf(turns[0] ?? without),
    await microsecondsOf(turns[1] ?? without),
  ];
  const [off, on] = round % 2 === 0 ? [first, second] : [second, first];
  if (round < 4) continue;
  plain.push(off);
  ratios.push(on / off);
}
const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
console.log(`a get without metrics: ${median(plain).toFixed(1)} us of processor time`);
console.log(`with metrics: ${median(ratios).toFixed(3)} times as much`);
await engine.store.close();
process.exit(0);
