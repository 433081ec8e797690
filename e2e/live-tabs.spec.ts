import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { chromiumFlags, systemChromium } from "@/scripts/chromium.mjs";
import { type Served, startServer } from "@/tests/server/server-process";
import { gridRows } from "./support/records";
import { callApi } from "./support/session";
import { serverSettings, test } from "./support/test";

/** A name that is not of this machine, so that pages by plain http are not secure contexts. */
const name = "tocsin.test";
const list = "/p/acme/label?sort=name";

let browser: Browser;
let server: Served;
let proxy: Proxy;
let context: BrowserContext;

test.beforeEach(async () => {
  const executablePath = systemChromium();
  browser = await chromium.launch({
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${name} 127.0.0.1`],
    ...(executablePath && { executablePath }),
  });
  server = await startServer("dist/server.js", serverSettings());
  proxy = await startProxy(server.port);
  await signInAt(name);
});

test.afterEach(async () => {
  await browser.close();
  await proxy.close();
  await server.stop("SIGKILL");
});

test("eight tabs by plain http share one stream, which ends when the user signs out", {
  tag: "@hard",
}, async () => {
  const tabs: Page[] = [];
  for (let n = 0; n < 8; n += 1) tabs.push(await openTab());
  const [first, last] = [tabs[0], tabs.at(-1)];
  if (!first || !last) throw new Error("There are no tabs.");
  expect(await first.evaluate(() => window.isSecureContext)).toBe(false);
  const id = await firstIdIn(first);
  await rename(id, "Seen in all tabs");
  for (const tab of tabs) await expect(tab.locator(`#row-${id}`)).toContainText("Seen in all");
  expect(proxy.open()).toBe(1);
  await last.goto("/account");
  await last.getByRole("button", { name: "Sign out", exact: true }).click();
  await last.waitForURL("**/sign-in**");
  await expect.poll(() => proxy.open()).toBe(0);
});

test("the stream goes on when the server is back", { tag: "@hard" }, async () => {
  const tab = await openTab();
  const id = await firstIdIn(tab);
  await expect.poll(() => proxy.open()).toBe(1);
  proxy.cut();
  await expect.poll(() => proxy.open()).toBe(0);
  await rename(id, "Changed meanwhile");
  proxy.restore();
  await expect(tab.locator(`#row-${id}`)).toContainText("Changed meanwhile");
});

test("rows are read again each minute while the stream is lost", { tag: "@hard" }, async () => {
  const tab = await context.newPage();
  await tab.clock.install();
  await tab.goto(list);
  const id = await firstIdIn(tab);
  await expect.poll(() => proxy.open()).toBe(1);
  proxy.cut();
  await expect.poll(() => proxy.open()).toBe(0);
  await rename(id, "Changed meanwhile");
  const row = tab.locator(`#row-${id}`);
  await tab.clock.fastForward(30_000);
  await expect(row).not.toContainText("Changed meanwhile");
  await expect(async () => {
    await tab.clock.fastForward(31_000);
    await expect(row).toContainText("Changed meanwhile", { timeout: 2_000 });
  }).toPass();
});

for (const [how, host] of [
  ["a lease", name],
  ["a lock", "127.0.0.1"],
] as const) {
  test(`without shared workers ${how} decides which tab holds the stream`, {
    tag: "@hard",
  }, async () => {
    await context.close();
    await signInAt(host);
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, "SharedWorker");
    });
    const [first, ...others] = [await openTab(), await openTab(), await openTab()];
    expect(await first.evaluate(() => "locks" in navigator)).toBe(host !== name);
    const id = await firstIdIn(first);
    await expect.poll(() => proxy.open(), { timeout: 30_000 }).toBe(1);
    await rename(id, "Seen in all tabs");
    for (const tab of [first, ...others])
      await expect(tab.locator(`#row-${id}`)).toContainText("Seen in all");
    await first.close();
    await rename(id, "Seen by the next leader");
    for (const tab of others)
      await expect(tab.locator(`#row-${id}`)).toContainText("next leader", { timeout: 30_000 });
    expect(proxy.open()).toBe(1);
  });
}

/** Signs the owner in, in a new context whose pages are at a host. */
async function signInAt(host: string): Promise<void> {
  context = await browser.newContext({ baseURL: `http://${host}:${proxy.port}` });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(process.env["E2E_EMAIL"] ?? "");
  await page.locator("input[type=password]").fill(process.env["E2E_PASSWORD"] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/p/**");
  await page.close();
}

async function openTab(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(list);
  await expect(gridRows(page).first()).toBeVisible();
  return page;
}

async function firstIdIn(page: Page): Promise<string> {
  return (await gridRows(page).first().getAttribute("id"))?.slice("row-".length) ?? "";
}

/** Changes a label past the proxy. */
async function rename(id: string, to: string): Promise<void> {
  const api = `http://127.0.0.1:${server.port}/api/label/${id}`;
  await callApi(context.request, "PUT", api, { data: { name: to } });
}

/** A proxy that counts open streams of events. */
interface Proxy {
  readonly port: number;
  readonly open: () => number;
  /** Breaks off all streams, and refuses new ones with 503. */
  readonly cut: () => void;
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}

async function startProxy(to: number): Promise<Proxy> {
  const streams = new Set<IncomingMessage>();
  let isCut = false;
  const made: Server = createServer((asked, answer) => {
    const isStream = asked.url?.startsWith("/api/events") === true;
    if (isStream && isCut) {
      answer.writeHead(503, { "Retry-After": "1" }).end();
      return;
    }
    const { method, url, headers } = asked;
    const sent = request({ host: "127.0.0.1", port: to, method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
      if (!isStream) return;
      streams.add(reply);
      reply.on("close", () => {
        streams.delete(reply);
        answer.destroy();
      });
    });
    sent.on("error", () => answer.destroy());
    answer.on("close", () => sent.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return {
    port: (made.address() as AddressInfo).port,
    open: () => streams.size,
    cut: () => {
      isCut = true;
      for (const stream of streams) stream.destroy();
    },
    restore: () => {
      isCut = false;
    },
    close: () => {
      made.closeAllConnections();
      return new Promise((resolve) => made.close(() => resolve()));
    },
  };
}
