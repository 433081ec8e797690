import { expect, type Page, type Request } from "@playwright/test";
import { rows } from "./list-page";
import { signIn } from "./person";
import { test } from "./test";

test.use({ viewport: { width: 1_600, height: 3_000 } });
test.beforeEach(async ({ page }) => {
  await signIn(page);
  await page.addInitScript(countDrawn);
});

test("a key, a peek and a selection draw the rows they concern again, and no others", async ({
  page,
}) => {
  await page.goto("/p/acme/incident?size=50");
  await expect(rows(page)).toHaveCount(50);
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("j");
  for (const key of ["j", "x", "Space", "Space", "x"]) {
    await page.evaluate(() => Object.assign(window, { drawn: 0 }));
    await page.keyboard.press(key);
    await page.waitForTimeout(500);
    expect(await drawn(page), key).toBeLessThanOrEqual(2);
  }
});

test("sorting marks the head at once, keeps the rows until the answer, and then only moves them", async ({
  page,
}) => {
  await page.goto("/p/acme/incident?size=50");
  await expect(rows(page)).toHaveCount(50);
  await page.waitForLoadState("networkidle");
  const answers: (() => void)[] = [];
  await page.route("**/api/incident/get-list", async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  const first = await rows(page).first().getAttribute("id");
  const head = page.getByRole("columnheader", { name: /^Title/ });
  await page.evaluate(() => Object.assign(window, { drawn: 0 }));
  await head.getByRole("button", { name: "Title", exact: true }).click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(rows(page).first()).toHaveAttribute("id", first ?? "");
  expect(await drawn(page)).toBe(0);
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  for (const answer of answers) answer();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(rows(page).first()).not.toHaveAttribute("id", first ?? "");
});

test("what is pointed at is asked for before it is pressed", async ({ page }) => {
  await page.goto("/p/acme/incident");
  const link = rows(page).nth(1).getByRole("link").first();
  const title = (await link.textContent()) ?? "";
  const asked = page.waitForRequest(/\/api\/incident\/[^/]+\/get-item/);
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  await link.hover();
  await asked;
  // The page's fields name its code, which names more.
  let quietLooks = 0;
  await expect
    .poll(() => (quietLooks = underWay.size === 0 ? quietLooks + 1 : 0), { intervals: [200] })
    .toBeGreaterThan(5);
  // From here on the network is silent.
  await page.route("**/*", () => new Promise(() => undefined));
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

function drawn(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, "drawn")));
}

/** Counts the rows that React draws (React's own interface for developer tools; a fibre's flag 1 says it was drawn). */
function countDrawn(): void {
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
    // What has the children it had was not looked at.
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
