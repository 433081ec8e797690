import { setTimeout as pause } from "node:timers/promises";
import { print } from "@/bench/answers/answer-times";
import { drive, type Round } from "@/bench/drive";
import { figure, table } from "@/bench/report";
import { serveTocsin } from "@/bench/serve";

// Measures gets of the API while a user opens a page of the console every 300 ms, and without pages,
// in rounds that alternate: node scripts/run-ts.mjs bench/pages/console.ts [rounds] [seconds]
const [rounds = 5, seconds = 4] = process.argv.slice(2).map(Number);
const header = ["", "req/s", "p50 ms", "p95 ms", "p99 ms"];
const betweenPagesMs = 300;
/** Time in which the server gives back the memory of its warm-up. */
const settleMs = 8_000;

const owner = { email: "owner@example.com", password: "correct-horse-battery-9" };
const server = await serveTocsin("memory:", "off", {
  ...{ DEMO: "1", ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password },
});
const { url } = server;
try {
  await pause(settleMs);
  const ids = await incidents();
  const body = JSON.stringify({ select: { title: true, description: true } });
  const pool = ids.map((id) => {
    return { method: "POST", path: `/api/incident/${id}/get-item`, body } as const;
  });
  const headers = await signedIn();
  const paths = ["/p/acme", "/p/acme/incident", `/p/acme/incident/${ids[0]}`];
  await drive(server, { pool }, seconds);
  const alone: Round[] = [];
  const beside: Round[] = [];
  const pageMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await drive(server, { pool }, seconds));
    const pages = openPages(paths, headers, pageMs);
    beside.push(await drive(server, { pool }, seconds));
    await pages.stop();
  }
  print(table(header, [row("gets alone", alone), row("gets while pages are opened", beside)]));
  const ratios = beside.map(({ perSecond }, round) => perSecond / (alone[round]?.perSecond ?? 0));
  print(`ratio of the rates, median: ${figure(median(ratios), 2)}`);
  print(`${pageMs.length} pages, median ${figure(median(pageMs))} ms`);
} finally {
  await server.stop();
}

/** Opens the pages in turn until it is stopped. Their times are added to `times`, in milliseconds. */
function openPages(paths: readonly string[], headers: Record<string, string>, times: number[]) {
  let isStopped = false;
  const open = async () => {
    for (let page = 0; !isStopped; page += 1) {
      const began = performance.now();
      const reply = await fetch(url + paths[page % paths.length], { headers });
      await reply.text();
      if (reply.status !== 200) throw new Error(`A page was answered with ${reply.status}.`);
      times.push(performance.now() - began);
      await pause(betweenPagesMs);
    }
  };
  const opened = open();
  const stop = () => {
    isStopped = true;
    return opened;
  };
  return { stop };
}

async function incidents(): Promise<string[]> {
  const reply = await fetch(`${url}/api/incident/get-list?limit=20`, {
    method: "POST",
    headers: { apikey: server.key, "content-type": "application/json" },
    body: JSON.stringify({ select: { title: true } }),
  });
  const { data } = (await reply.json()) as { data: readonly { readonly _id: string }[] };
  return data.map(({ _id }) => _id);
}

async function signedIn(): Promise<Record<string, string>> {
  const reply = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify(owner),
  });
  const cookie = reply.headers.get("set-cookie")?.replace(/;.*/s, "");
  if (cookie === undefined) throw new Error(`The owner got ${reply.status}.`);
  return { cookie, accept: "text/html", "sec-fetch-site": "none" };
}

function row(name: string, rounds: readonly Round[]): string[] {
  const of = (pick: (round: Round) => number, digits: number) =>
    figure(median(rounds.map(pick)), digits);
  return [
    name,
    of(({ perSecond }) => perSecond, 0),
    ...[of(({ p50 }) => p50, 2), of(({ p95 }) => p95, 2), of(({ p99 }) => p99, 2)],
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
