import type { Proof, Sizes } from "@/prove/harness/proof";
import { atRandom } from "@/prove/harness/random-runs";
import type { Run } from "@/prove/harness/run";
import { askServer } from "@/tests/server/ask-server";
import { leaksIn } from "@/tests/server/leak-patterns";
import { adminKey, type Served } from "@/tests/server/server-process";
import { contradictionsAfter, sendHostile } from "./hostile-requests";
import { exchanged, malformed } from "./raw-bytes";

type Size = "requests" | "raw" | "seed";

/** Sends random requests and malformed bytes. */
export const fuzzProof: Proof<Size> = {
  name: "fuzz",
  promise:
    "Whatever a client sends: no 5xx, no crash, no word of the inside, and the records stay whole.",
  sizes: {
    requests: { value: 95_000, what: "requests between right and hostile" },
    raw: { value: 5_000, what: "spoiled requests as bytes to a server" },
    seed: { value: 0, what: "repeats a run; 0: another one each time" },
  },
  prove,
};

async function prove(run: Run, { requests, raw, seed }: Sizes<Size>): Promise<void> {
  await proveRequests(run, requests, seed);
  await proveRaw(run, raw, seed);
}

async function proveRequests(run: Run, count: number, seed: number): Promise<void> {
  const fuzzed = await sendHostile(run, count, seed);
  const { seen, wrong } = fuzzed;
  for (const [fault, request] of [...wrong].slice(0, 10)) run.say(`${fault}: ${request}`);
  const statuses = [...seen].sort(([one], [other]) => one - other);
  run.say(statuses.map(([status, n]) => `${status}: ${n}`).join(", "));
  const answered = statuses.reduce((sum, [, n]) => sum + n, 0);
  const failed = statuses.reduce((sum, [status, n]) => sum + (status >= 500 ? n : 0), 0);
  const missing = [200, 400, 401, 403, 404, 405, 409, 412, 413, 415].filter((s) => !seen.has(s));
  const found = await contradictionsAfter(fuzzed);
  run.check("requests answered", answered >= count, String(answered));
  run.none("answered 5xx", failed);
  run.none("sorts of faults in answers", wrong.size);
  // A small run may miss the rare ones.
  run.check(
    "statuses never met",
    missing.length === 0 || count < 50_000,
    missing.join(" ") || "none",
  );
  const successes = seen.get(200) ?? 0;
  run.check("of them successes", successes > count / 20, String(successes));
  run.none("contradictions in the records", found);
}

async function proveRaw(run: Run, count: number, seed: number): Promise<void> {
  const served = await run.serve({});
  const seen = new Map<string, number>();
  const faults = new Map<string, string>();
  const silent: string[] = [];
  await atRandom(run, { times: Math.ceil(count / 10), seed }, async (pick) => {
    const sent = Array.from({ length: 10 }, () => malformed(pick, adminKey));
    const replies = await Promise.all(sent.map((bytes) => exchanged(served.port, bytes)));
    for (const [index, { text, isEnded }] of replies.entries()) {
      if (!isEnded) silent.push(JSON.stringify(String(sent[index]).slice(0, 500)));
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => String(status));
      for (const status of statuses) seen.set(status, (seen.get(status) ?? 0) + 1);
      const failed = statuses.filter((status) => status > "500");
      for (const fault of [...leaksIn(text), ...failed]) faults.set(fault, String(sent[index]));
    }
  });
  const log = await endedLog(run, served);
  // Malformed bytes may request a page, which this server has only if it was built.
  const pages = log.filter((line) => line.includes("production build"));
  const failed = seen.get("500") ?? 0;
  for (const [fault, bytes] of [...faults].slice(0, 5)) run.say(`${fault}: ${bytes.slice(0, 500)}`);
  run.say([...seen].map(([status, n]) => `${status}: ${n}`).join(", "));
  run.tell("spoiled requests sent as bytes", String(Math.ceil(count / 10) * 10));
  run.none("not ended by the server within 20 s", silent);
  run.none("words of the inside, or more than 500", faults.size);
  run.none("answered 500, pages not built apart", Math.max(0, failed - pages.length));
  // A response with 500 has its own line, counted above.
  const other = log.filter((line) => !pages.includes(line) && !line.includes('"status":500'));
  run.none("other errors in its log", other);
}

/** Returns the errors in the log of a server after its end. */
async function endedLog(run: Run, served: Served): Promise<string[]> {
  const health = await askServer(served.port, "GET", "/healthz", { key: null });
  run.check("health afterwards", health.status === 200, String(health.status));
  await run.endsWell(served);
  return served
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'));
}
