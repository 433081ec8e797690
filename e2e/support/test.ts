import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type Served, startServer } from "@/tests/server/server-process";
import { throttle } from "./throttle";

interface Strictness {
  /** Console messages that a page may write in this test. Any other fails it. */
  expectedErrors: RegExp[];
}

interface Server {
  /** The address of the server of the test file. */
  address: string;
}

interface Servers {
  /** Returns the address of the server of this file, and stops the one before. */
  serve: (file: string) => Promise<string>;
}

/**
 * Playwright's `test`. Fails on console errors, blocked content (CSP) and uncaught exceptions of
 * the page. Each file has its own server with only the sample project, so that its results depend
 * on no other file.
 */
export const test = base.extend<Strictness & Server, Servers>({
  serve: [
    async ({ browserName: _ }, use) => {
      let current: { readonly file: string; readonly server: Served } | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.server.stop("SIGKILL");
          current = { file, server: await startServer("dist/server.js", serverSettings()) };
          // For tests that open a browser context of their own.
          process.env["E2E_PORT"] = String(current.server.port);
        }
        return `http://127.0.0.1:${current.server.port}`;
      });
      await current?.server.stop("SIGKILL");
    },
    { scope: "worker" },
  ],
  address: [async ({ serve }, use, { file }) => use(await serve(file)), { timeout: 300_000 }],
  baseURL: async ({ address }, use) => use(address),
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const stray = watchConsole(page, expectedErrors);
    await throttle(page);
    await use(page);
    // A page may have pending requests when its test is over. Their failure is no error.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(stray, "written to the console of the page").toEqual([]);
  },
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
  page.on("pageerror", (error) => note(String(error)));
  return stray;
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
