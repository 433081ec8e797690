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

async function askFor({ port }: Served, path: string) {
  const started = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}${path}`);
  await reply.text();
  return { status: reply.status, tookMs: performance.now() - started };
}
