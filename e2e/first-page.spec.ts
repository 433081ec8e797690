import { expect } from "@playwright/test";
import { type Served, startServer } from "@/tests/server/server-process";
import { serverSettings, test } from "./support/test";

/** The warm-up renders twelve pages. */
const patience = { timeout: 120_000 };
const record = "/p/acme/incident/00000000-0000-4000-8000-000000000000";

test("the first record page after a start waits for no code", { tag: "@hard" }, async () => {
  const settings = { ...serverSettings(), LOG_LEVEL: "info" };
  const ready = await startServer("dist/server.js", { ...settings, WARM_UP: "1" });
  expect((await askFor(ready, "/api/incident/count")).status).toBe(401);
  expect(ready.output(), "the API answers first").not.toContain("the console is ready");
  await expect.poll(() => ready.output(), patience).toContain("the console is ready");
  const first = await askFor(ready, record);
  const second = await askFor(ready, record);
  await ready.stop();
  const cold = await startServer("dist/server.js", { ...settings, WARM_UP: "0" });
  const loading = await askFor(cold, record);
  await cold.stop();
  expect([first.status, loading.status]).toEqual([200, 200]);
  // A busy machine stretches all three.
  expect(first.tookMs - second.tookMs).toBeLessThan(loading.tookMs / 4);
});

test("no storage of Next.js or React runs in the thread of the API", { tag: "@hard" }, async () => {
  const settings = { ...serverSettings(), LOG_LEVEL: "info", NODE_OPTIONS: tellRuns };
  const server = await startServer("dist/server.js", { ...settings, WARM_UP: "1" });
  await expect.poll(() => server.output(), patience).toContain("the console is ready");
  expect((await askFor(server, record)).status).toBe(200);
  const output = server.output();
  await server.stop();
  expect(output).toContain("a storage runs in the thread of the pages");
  expect(output).not.toContain("a storage runs in the thread of the API");
});

/** Makes the server print in which threads a storage runs: before Node.js 24, it slows promises. */
const tellRuns = `--import=data:text/javascript,${encodeURIComponent(`
  import { AsyncLocalStorage } from "node:async_hooks";
  import { writeSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  const { prototype } = AsyncLocalStorage;
  const { run, enterWith } = prototype;
  const thread = isMainThread ? "API" : "pages";
  const tell = () => writeSync(1, "a storage runs in the thread of the " + thread + "\\n");
  prototype.run = function (...args) {
    tell();
    return run.apply(this, args);
  };
  prototype.enterWith = function (...args) {
    tell();
    return enterWith.apply(this, args);
  };
`)}`;

async function askFor({ port }: Served, path: string) {
  const started = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await reply.text();
  return { status: reply.status, text, tookMs: performance.now() - started };
}
