import { expect, type Page, type Request } from "@playwright/test";
import { gridRows } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

test.use({ isReading: true, viewport: { width: 1_600, height: 3_000 } });
test.beforeEach(async ({ page }) => {
  await signIn(page);
  await page.addInitScript(countRendered);
});

test("a key, a preview and a selection rerender only the affected rows", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/incident?size=50");
  await expect(gridRows(page)).toHaveCount(50);
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("j");
  for (const key of ["j", "x", "Space", "Space", "x"]) {
    await page.evaluate(() => Object.assign(window, { drawn: 0 }));
    await page.keyboard.press(key);
    await page.waitForTimeout(500);
    expect(await renderedCount(page), key).toBeLessThanOrEqual(2);
  }
});

test("sorting marks the head at once, keeps the rows until the response, and then only moves them", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident?size=50");
  await expect(gridRows(page)).toHaveCount(50);
  await page.waitForLoadState("networkidle");
  const answers: (() => void)[] = [];
  await page.route("**/api/incident/get-list", async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  const first = await gridRows(page).first().getAttribute("id");
  const head = page.getByRole("columnheader", { name: /^Title/ });
  await page.evaluate(() => Object.assign(window, { drawn: 0 }));
  await head.getByRole("button", { name: "Title", exact: true }).click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(gridRows(page).first()).toHaveAttribute("id", first ?? "");
  expect(await renderedCount(page)).toBe(0);
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  for (const answer of answers) answer();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(gridRows(page).first()).not.toHaveAttribute("id", first ?? "");
});

test("a record's name is rendered before the rest, on its page and in the preview", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  // The first link of a row is the number.
  const link = gridRows(page).nth(1).getByRole("link").nth(1);
  const title = (await link.textContent()) ?? "";
  // A click opens the row; keys mark it.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.waitForLoadState("networkidle");
  await recordFirst(page, "aside[aria-label=Preview] h2", "aside[aria-label=Preview] dl");
  await page.keyboard.press("Space");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(preview.getByRole("definition").first()).toBeVisible();
  expect(await first(page)).toEqual([expect.stringContaining(title), false]);
  await page.keyboard.press("Space");
  await recordFirst(page, "h1 bdi", "aside[aria-label=Facts]");
  await link.click();
  await expect(page.getByRole("complementary", { name: "Facts" })).toBeVisible();
  expect(await first(page)).toEqual([title, false]);
});

test("coming back to a record restores its scroll position", { tag: "@hard" }, async ({ page }) => {
  await page.setViewportSize({ width: 1_200, height: 400 });
  await page.goto("/p/acme/incident");
  await gridRows(page).nth(1).getByRole("link").first().click();
  const facts = page.getByRole("complementary", { name: "Facts" });
  await expect(facts).toBeVisible();
  await page.waitForLoadState("networkidle");
  const scrolled = () => page.evaluate(() => window.scrollY);
  const link = facts.getByRole("link").last();
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(50);
  const record = page.url();
  await link.click();
  await expect(page).not.toHaveURL(record);
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(record);
  await expect(facts).toBeVisible();
  await expect.poll(scrolled).toBe(before);
});

test("a hovered record is prefetched before it is pressed", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/incident");
  const link = gridRows(page).nth(1).getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  const asked = page.waitForRequest(/\/api\/incident\/versions/);
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  await link.hover();
  await asked;
  // The page's data loads its code, which loads more.
  let quietLooks = 0;
  await expect
    .poll(() => (quietLooks = underWay.size === 0 ? quietLooks + 1 : 0), { intervals: [200] })
    .toBeGreaterThan(5);
  // From here on no request is answered.
  await page.route("**/*", () => new Promise(() => undefined));
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
});

test.describe("on a first visit", () => {
  test.use({ isFirstVisit: true });
  test("a quiet list has loaded the code of the page of a record", { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto("/p/acme/incident");
    await page.waitForFunction(() => performance.getEntriesByName("tocsin:prefetch").length > 0);
    await page.waitForLoadState("networkidle");
    await page.route("**/_next/static/**", () => new Promise(() => undefined));
    const link = gridRows(page).nth(4).getByRole("link").first();
    const number = (await link.textContent()) ?? "";
    await link.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  });
});

test.describe("with a clock of its own", () => {
  test.use({ isFirstVisit: true });
  test("a hovered record is not prefetched once the list is left", { tag: "@hard" }, async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/p/acme/incident");
    await expect(gridRows(page).nth(1)).toBeVisible();
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.clock.pauseAt(Date.now() + 60_000);
    await gridRows(page).nth(1).getByRole("link").first().hover();
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await page.clock.runFor(1_000);
    await page.clock.resume();
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => /incident\/versions/.test(url))).toEqual([]);
  });
});

/**
 * Records the content of one part of the page when it first appears, and whether the other part
 * exists by then.
 */
function recordFirst(page: Page, part: string, other: string): Promise<void> {
  return page.evaluate(
    ([part = "", other = ""]) => {
      const watcher = new MutationObserver(() => {
        const found = document.querySelector(part);
        if (!found) return;
        watcher.disconnect();
        Reflect.set(window, "first", [found.textContent, document.querySelector(other) !== null]);
      });
      watcher.observe(document.body, { childList: true, subtree: true });
    },
    [part, other],
  );
}

function first(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, "first"));
}

function renderedCount(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, "drawn")));
}

/**
 * Counts the rows that React renders (React's own interface for developer tools; flag 1 of a fiber
 * marks a render).
 */
function countRendered(): void {
  interface Fiber {
    readonly type: unknown;
    readonly flags: number;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly alternate: Fiber | null;
  }
  let count = 0;
  const walk = (fiber: Fiber): void => {
    const before = fiber.alternate;
    // An element with the same children was not rendered again.
    if (before && before.child === fiber.child) return;
    for (let child = fiber.child; child; child = child.sibling) {
      const isRow = child.type === "tr";
      if (isRow && fiber.flags % 2 === 1) count += 1;
      if (child.alternate !== null) walk(child);
    }
  };
  Reflect.set(window, "__REACT_DEVTOOLS_GLOBAL_HOOK__", {
    renderers: new Map(),
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onScheduleFiberRoot: () => undefined,
    onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => {
      count = Number(Reflect.get(window, "drawn") ?? 0);
      walk(root.current);
      Reflect.set(window, "drawn", count);
    },
  });
}
