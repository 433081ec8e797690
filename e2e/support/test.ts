import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type Served, startServer } from "@/tests/server/server-process";

import { expectAccessible } from "./axe";
import { type KeptContext, keepContext } from "./kept-context";
import { trackRequests } from "./quiet-network";
import { throttle } from "./throttle";
import { untilHydrated } from "./until-hydrated";

interface Options {
  /** Console messages that a page may write in this test. Any other fails it. */
  expectedErrors: RegExp[];
  /** Whether the file changes nothing on its server. Such files share one. */
  isReading: boolean;
  /** Whether the browser's cache is empty when the test begins. */
  isFirstVisit: boolean;
  /** Whether `inspect` looks at the page with axe. */
  isInspected: boolean;
}

interface Fixtures {
  /** The address of the server of the test file. */
  address: string;
  /** `expectAccessible`, which takes longer than most tests; nothing in the daily ones. */
  inspect: typeof expectAccessible;
}

interface Workers {
  /** Returns the address of the server with this name. Stops another one, but not the readers'. */
  serve: (name: string) => Promise<string>;
  kept: KeptContext;
}

/** The name of the server of all files that only read. */
const readers = "readers";

/**
 * Playwright's `test`. Fails on console errors, blocked content (CSP) and uncaught exceptions of
 * the page. Each file has its own server with only the sample project, so that its results depend
 * on no other file; files that only read share one. Each test has an empty browser context.
 */
export const test = base.extend<Options & Fixtures, Workers>({
  serve: [
    async ({ browserName: _ }, use) => {
      const servers = new Map<string, Served>();
      const stop = async (name: string) => {
        await servers.get(name)?.stop("SIGKILL");
        servers.delete(name);
      };
      await use(async (name) => {
        for (const other of [...servers.keys()]) {
          if (other !== name && other !== readers) await stop(other);
        }
        const server = servers.get(name) ?? (await startServer("dist/server.js", serverSettings()));
        servers.set(name, server);
        // For tests that open a browser context of their own.
        process.env["E2E_PORT"] = String(server.port);
        return `http://127.0.0.1:${server.port}`;
      });
      for (const name of [...servers.keys()]) await stop(name);
    },
    { scope: "worker" },
  ],
  isReading: [false, { option: true }],
  address: [
    async ({ serve, isReading }, use, { file }) => use(await serve(isReading ? readers : file)),
    { timeout: 300_000 },
  ],
  baseURL: async ({ address }, use) => use(address),
  kept: [
    async ({ browserName: _ }, use) => {
      const kept = keepContext();
      await use(kept);
      await kept.close();
    },
    { scope: "worker" },
  ],
  isFirstVisit: [false, { option: true }],
  context: async (
    {
      browser,
      kept,
      baseURL,
      viewport,
      hasTouch,
      isMobile,
      userAgent,
      javaScriptEnabled,
      isFirstVisit,
    },
    use,
  ) => {
    if (isFirstVisit) await kept.close();
    const device = { viewport, hasTouch, isMobile, ...(userAgent && { userAgent }) };
    await use(await kept.open(browser, { baseURL: baseURL ?? "", javaScriptEnabled, ...device }));
    await (isFirstVisit ? kept.close() : kept.clear());
  },
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors, javaScriptEnabled }, use) => {
    const stray = watchConsole(page, expectedErrors);
    const refusals = watchRefusals(page);
    trackRequests(page);
    await throttle(page);
    await use(javaScriptEnabled ? untilHydrated(page) : page);
    // A page may have pending requests when its test is over. Their failure is no error.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const title = ["written to the console of the page", ...refusals].join("\n");
    expect(stray, title).toEqual([]);
  },
  isInspected: [false, { option: true }],
  inspect: async ({ isInspected }, use) =>
    use(isInspected ? expectAccessible : async () => undefined),
});

/**
 * Collects the console messages of a page from now on, except the expected ones. The list grows.
 */
export function watchConsole(
  page: Page,
  expectedErrors: readonly RegExp[] = [],
): readonly string[] {
  const stray: string[] = [];
  const note = (text: string) => {
    if (!expectedErrors.some((expected) => expected.test(text))) stray.push(text);
  };
  page.on("console", (message: ConsoleMessage) => {
    if (["error", "warning"].includes(message.type()))
      note(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => note(`${String(error)} ${page.url()}`));
  return stray;
}

/** Collects the replies with an error status from now on. The list grows. */
function watchRefusals(page: Page): readonly string[] {
  const refusals: string[] = [];
  page.on("response", (response) => {
    if (response.status() < 400) return;
    // A page that is left has no reply to read.
    const text = response.text().catch(String);
    void text.then((body) => refusals.push(`${response.status()} ${response.url()} ${body}`));
  });
  return refusals;
}

/**
 * Returns the default settings of a server, except for its first account and key, and a timeout
 * that a busy machine can keep.
 */
export function serverSettings() {
  return {
    DEMO: "1",
    SAMPLE_IDS: "fixed",
    ADMIN_API_KEY: process.env["E2E_API_KEY"],
    ADMIN_EMAIL: process.env["E2E_EMAIL"],
    ADMIN_PASSWORD: process.env["E2E_PASSWORD"],
    LOG_LEVEL: "warn",
    QUERY_TIMEOUT_MS: "60000",
  };
}
