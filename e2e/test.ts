import { test as base, type ConsoleMessage, expect } from "@playwright/test";

interface Strictness {
  /** What the page may write to the console in this test; anything else fails it. */
  expectedErrors: RegExp[];
}

/** Playwright's `test`, failing on console errors, refused content (CSP) and uncaught exceptions of the page. */
export const test = base.extend<Strictness>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const stray: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) stray.push(text);
    };
    page.on("console", (message: ConsoleMessage) => {
      if (["error", "warning"].includes(message.type()))
        note(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => note(String(error)));
    await use(page);
    expect(stray, "written to the console of the page").toEqual([]);
  },
});
