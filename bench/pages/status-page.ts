import { print } from "@/bench/answers/answer-times";
import { drive } from "@/bench/drive";
import type { JsonObject } from "@/lib/schema/json";
import { askServer } from "@/tests/server/ask-server";
import { adminKey, bundleServer, startServer } from "@/tests/server/server-process";

// Compares the rate at which a public status page with 20 monitors is served with that of /healthz,
// as browsers request them, in rounds that alternate: node scripts/run-ts.mjs bench/pages/status-page.ts [rounds] [seconds]
const [rounds = 5, seconds = 5] = process.argv.slice(2).map(Number);
const monitors = 20;

const settings = { ADMIN_API_KEY: adminKey, LOG_LEVEL: "info", RATE_LIMIT: "off" };
const served = await startServer(await bundleServer(), settings);
const server = {
  ...{ name: "Tocsin", url: `http://127.0.0.1:${served.port}`, key: adminKey },
  cpuSeconds: () => undefined,
};
try {
  const path = await newPage();
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const health = await rateOf("/healthz");
    const page = await rateOf(path);
    rates.push(page / health);
    print(`${page.toFixed(0)} pages, ${health.toFixed(0)} times /healthz a second`);
  }
  rates.sort((one, other) => one - other);
  print(`median: ${(rates[Math.floor(rounds / 2)] ?? 0).toFixed(2)} times the rate of /healthz`);
} finally {
  await served.stop();
}

async function rateOf(path: string): Promise<number> {
  const shot = { method: "GET", path, headers: { "accept-encoding": "br" } } as const;
  const round = await drive(server, { pool: [shot] }, seconds);
  return round.perSecond;
}

/** Publishes a page with its monitors. Returns its path. */
async function newPage(): Promise<string> {
  const { _id: projectId } = await create("project", { name: "Bench" });
  const page = await create("status-page", {
    ...{ projectId, name: "Bench", slug: "bench", isPublicStatusPage: true },
    publishedAt: new Date().toISOString(),
  });
  for (let place = 0; place < monitors; place += 1) {
    const name = `Monitor ${place}`;
    const { _id: monitorId } = await create("monitor", { projectId, name, monitorType: "Manual" });
    const statusPageId = page._id;
    const shown = {
      projectId,
      statusPageId,
      monitorId,
      displayName: name,
      showUptimePercent: true,
    };
    await create("status-page-resource", shown);
  }
  return "/status/bench";
}

async function create(path: string, data: JsonObject): Promise<{ readonly _id: string }> {
  const reply = await askServer(served.port, "POST", `/api/${path}`, { body: { data } });
  if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return JSON.parse(reply.text);
}
