import { expect } from "@playwright/test";
import { type Served, startServer } from "@/tests/server/server-process";
import { serverSettings, test } from "./support/test";

const record = "/p/acme/incident/00000000-0000-4000-8000-000000000000";

test("the first record page after a start waits for no code", { tag: "@hard" }, async () => {
  const settings = { ...serverSettings(), LOG_LEVEL: "info" };
  const ready = await startServer("dist/server.js", { ...settings, WARM_UP: "1" });
  expect((await askFor(ready, "/api/incident/count")).status).toBe(401);
  expect(ready.output(), "the API answers first").not.toContain("the console is ready");
  await expect.poll(() => ready.output()).toContain("the console is ready");
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

test("the hooks of Next.js end after each page", { tag: "@hard" }, async () => {
  const settings = { ...serverSettings(), LOG_LEVEL: "info", NODE_OPTIONS: tellDisabled };
  const server = await startServer("dist/server.js", { ...settings, WARM_UP: "1" });
  const disabled = () => server.output().split("a storage is disabled").length - 1;
  await expect.poll(disabled).toBeGreaterThanOrEqual(2);
  for (let page = 1; page <= 2; page += 1) {
    const before = disabled();
    expect((await askFor(server, record)).status).toBe(200);
    await expect.poll(disabled).toBeGreaterThanOrEqual(before + 2);
  }
  await server.stop();
});

/** Makes the server print each storage that is disabled. Next.js replaces the console. */
const tellDisabled = `--import=data:text/javascript,${encodeURIComponent(`
  import { AsyncLocalStorage } from "node:async_hooks";
  const { disable } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.disable = function () {
    process.stdout.write("a storage is disabled\\n");
    return disable.call(this);
  };
`)}`;

async function askFor({ port }: Served, path: string) {
  const started = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}${path}`);
  await reply.text();
  return { status: reply.status, tookMs: performance.now() - started };
}
