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

test("no storage of Next.js or React is enabled a second after a page", {
  tag: "@hard",
}, async () => {
  const settings = { ...serverSettings(), LOG_LEVEL: "info", NODE_OPTIONS: tellEnabled };
  const server = await startServer("dist/server.js", { ...settings, WARM_UP: "1" });
  const timesNone = () => server.output().split("0 storages enabled").length - 1;
  await expect.poll(() => server.output(), patience).toContain("the console is ready");
  const pages: string[] = [];
  for (let page = 1; page <= 2; page += 1) {
    const before = timesNone();
    const { status, text } = await askFor(server, record);
    expect(status).toBe(200);
    pages.push(text.replace(/nonce="[^"]+"/g, "").replace(/"at":\d+/g, ""));
    await expect.poll(timesNone).toBeGreaterThan(before);
  }
  await server.stop();
  expect(pages[1]?.length).toBe(pages[0]?.length);
});

/** Makes the server print how many storages are enabled, to stdout: Next.js replaces the console. */
const tellEnabled = `--import=data:text/javascript,${encodeURIComponent(`
  import { AsyncLocalStorage } from "node:async_hooks";
  const { prototype } = AsyncLocalStorage;
  const { _enable, disable } = prototype;
  const enabled = new Set();
  prototype._enable = function () {
    enabled.add(this);
    return _enable?.call(this);
  };
  prototype.disable = function () {
    enabled.delete(this);
    process.stdout.write(enabled.size + " storages enabled\\n");
    return disable.call(this);
  };
`)}`;

async function askFor({ port }: Served, path: string) {
  const started = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}${path}`);
  const text = await reply.text();
  return { status: reply.status, text, tookMs: performance.now() - started };
}
