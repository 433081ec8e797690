import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type Served, startServer } from "@/tests/hard/server-process";
import { throttle } from "./throttle";

interface Strictness {
  /** What the page may write to the console in this test; anything else fails it. */
  expectedErrors: RegExp[];
}

interface Server {
  /** The address of the server of a file of tests. */
  address: string;
}

interface Servers {
  /** Answers the address of the server that is for this file, and ends the one before. */
  serve: (file: string) => Promise<string>;
}

/**
 * Playwright's `test`, failing on console errors, refused content (CSP) and uncaught exceptions of the page. Each file
 * meets a server of its own with nothing in it but the sample project: what a test finds depends on no other file.
 */
export const test = base.extend<Strictness & Server, Servers>({
  serve: [
    async ({ browserName: _ }, use) => {
      let current: { readonly file: string; readonly server: Served } | undefined;
      await use(async (file) => {
        if (current?.file !== file) {
          await current?.server.stop("SIGKILL");
          current = { file, server: await startServer("dist/server.js", serverSettings()) };
          // For those who come in by a browser that they open themselves.
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
    // A page may still be asking when its test is over; that nobody answers it then is no fault.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(stray, "written to the console of the page").toEqual([]);
  },
});

/** Everything that a page writes to its console from now on, but for what is expected; the list grows as it does. */
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

/** As a server starts by itself, but for who may come in; and a busy machine is no reason to turn anyone away. */
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
