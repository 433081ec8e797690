import { expect, type Locator, type Page } from "@playwright/test";
import { navGroups } from "@/components/layout/nav/nav-groups";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord, declareIncident } from "./support/records";
import { signIn } from "./support/session";
import { takeStep } from "./support/take-step";
import { test } from "./support/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.beforeEach(({ page }) => signIn(page));

test("an incident is triaged with one thumb", async ({ page }) => {
  await page.goto("/p/acme");
  await page.getByRole("navigation", { name: "Quick navigation" }).getByText("Incidents").tap();
  await expect(page.getByRole("heading", { level: 1, name: /^Incidents/ })).toBeVisible();
  await expectTargets(page);
  await page
    .getByRole("link", { name: /./ })
    .and(page.locator('main a[href*="/incident/"]'))
    .filter({ hasNotText: "New" })
    .first()
    .tap();
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "At a glance" })).toContainText("for");
  await expect(page.getByRole("list", { name: /^Timeline/ })).toContainText("became owner");
  await expect(page.getByText("…", { exact: true })).toHaveCount(0);
  await expectTargets(page);
  const acknowledge = page.getByRole("button", { name: "Acknowledge" });
  const resolve = page.getByRole("button", { name: "Resolve" });
  await expect(acknowledge.or(resolve).first()).toBeVisible();
  // An entry of the timeline may name another incident that is resolved.
  const messages = page.getByRole("alertdialog");
  if (await acknowledge.isVisible()) {
    await acknowledge.tap();
    await expect(messages.getByText(/INC-\d+ acknowledged/)).toBeVisible();
  }
  await takeStep(page, "Resolve");
  await expect(messages.getByText(/INC-\d+ resolved/)).toBeVisible();
  await page.getByRole("navigation", { name: "Quick navigation" }).getByText("Find").tap();
  await expect(page.getByRole("searchbox", { name: "Find records and pages" })).toBeVisible();
});

test("a card says what is true", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/incident-state");
  const cards = page.getByRole("list", { name: "Incident states" }).getByRole("listitem");
  await expect(cards.filter({ hasText: "Resolved" })).toContainText("The incident is over");
  await expect(cards.filter({ hasText: "Identified" })).toContainText("New incidents start here");
  await expect(cards.getByText("Yes", { exact: true })).toHaveCount(0);
});

test("a tap on a day of a monitor at a glance shows the day, not the editor", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await declareIncident(request, { monitors: [sampleId("monitor", 2)] });
  await page.goto(`/p/acme/incident/${id}`);
  const glance = page.getByRole("region", { name: "At a glance" });
  await glance.getByRole("button", { name: "Show uptime of 90 days" }).tap();
  const strip = glance.getByRole("slider", { name: /^Uptime of Checkout API/ });
  await strip.tap();
  await expect(page.locator("[data-day-text]")).toHaveText(/ · /);
  await expect(page.getByRole("form", { name: "Edit Monitors" })).toHaveCount(0);
  await expect(strip).toBeVisible();
  const distance = async () => {
    const [day, bar] = [
      await page.locator("[data-day-text]").boundingBox(),
      await strip.boundingBox(),
    ];
    return Math.round((day?.y ?? 0) - (bar?.y ?? 0));
  };
  const before = await distance();
  await page.evaluate(() => window.scrollBy(0, 50));
  await expect.poll(distance, "the text follows its day").toBe(before);
});

test("the palette shows the words of a description that a text matches", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const description = `${"Nothing to see in this part. ".repeat(4)}The quarterdeck valve leaks.`;
  await createRecord(request, "label", { name: "Deep", color: "#123456", description });
  await page.goto("/p/acme");
  await page.getByRole("navigation", { name: "Quick navigation" }).getByText("Find").tap();
  await page.getByRole("searchbox", { name: "Find records and pages" }).fill("valve quarterdeck");
  const option = page.getByRole("option", { name: /^Deep/ });
  for (const word of ["quarterdeck", "valve"]) {
    const match = option.locator("b", { hasText: word });
    const [inner, outer] = await Promise.all([
      match.boundingBox(),
      match.locator("..").boundingBox(),
    ]);
    expect(right(inner)).toBeLessThanOrEqual(right(outer));
    expect(bottom(inner)).toBeLessThanOrEqual(bottom(outer));
  }
});

type Box = Awaited<ReturnType<Locator["boundingBox"]>>;
const right = (box: Box) => (box?.x ?? 0) + (box?.width ?? 0);
const bottom = (box: Box) => (box?.y ?? 0) + (box?.height ?? 0);

test("bars that stay leave most of the screen to a scrolled record", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto(`/p/acme/incident/${sampleId("incident", 1)}`);
  await expect(page.getByRole("list", { name: /^Timeline/ })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 700));
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport();
  const shares = await page.evaluate(() => {
    const places = [...Array(100).keys()].map((place) => (place * innerHeight) / 100);
    const isKept = (node: Element | null): boolean =>
      node !== null &&
      (["fixed", "sticky"].includes(getComputedStyle(node).position) || isKept(node.parentElement));
    return places.filter((y) => isKept(document.elementFromPoint(innerWidth / 2, y))).length;
  });
  expect(shares).toBeLessThan(20);
});

test("a message stands above the bar of actions and is swiped away", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto("/p/acme/alert");
  const cards = page.getByRole("list", { name: "Alerts" }).getByRole("listitem");
  await cards.first().getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected records" });
  await expect(bar).toBeVisible();
  await page.keyboard.press("t");
  const message = page.getByRole("alertdialog").filter({ hasText: "Times are now shown" });
  await expect(message).toBeVisible();
  const [box, below] = [await message.boundingBox(), await bar.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  const client = await page.context().newCDPSession(page);
  const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const touch = (type: string, at?: number) =>
    client.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    });
  await touch("touchStart", x);
  for (const step of [30, 60, 90, 140]) await touch("touchMove", x + step);
  await touch("touchEnd");
  await expect(message).toHaveCount(0);
});

test("every touch target is large enough", { tag: "@hard" }, async ({ page }) => {
  for (const path of ["", "/incident/new", "/people", "/access"]) {
    await page.goto(`/p/acme${path}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectTargets(page);
  }
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectTargets(page);
});

test("the link about data in memory is not cut on the narrowest phone", { tag: "@hard" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/p/acme");
  await page.getByRole("button", { name: "In memory" }).click();
  const link = page.getByRole("dialog", { name: "In memory" }).getByRole("link");
  await expect(link).toBeVisible();
  const right = await link.evaluate((it) => it.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(320);
});

test("the overview, a form and lists are not wider than the phone", { tag: "@hard" }, async ({
  page,
}) => {
  for (const path of ["", "/incident/new", "/alert", "/monitor-status-timeline"])
    await expectFits(page, path);
});

test("no page is wider than the phone", { tag: "@hard" }, async ({ page }) => {
  const lists = navGroups.flatMap(({ main, more }) => [...main, ...more]);
  const paths = lists.map(({ path }) => `/${path}`);
  for (const path of ["", "/incident/new", "/alert/new", ...paths]) await expectFits(page, path);
});

async function expectFits(page: Page, path: string): Promise<void> {
  await page.goto(`/p/acme${path}`);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(wide, path).toBe(390);
}

test.describe("without a server", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  for (const width of [320, 390, 800]) {
    test(`the notice is shown in full at ${width} px, over a list that ends above the bar`, {
      tag: "@hard",
    }, async ({ page, context }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/p/acme/incident");
      await expect(page.locator('main a[href*="/incident/"]').nth(3)).toBeVisible();
      await page.waitForLoadState("networkidle");
      const expectWhole = async (words: string) => {
        const notice = page.getByRole("status", { name: "Connection" });
        await expect(notice).toContainText(words);
        const line = notice.locator(":scope > div, :scope > div > span");
        for (const part of await line.all()) {
          const [wide, high] = await part.evaluate((it) => [
            it.scrollWidth - it.clientWidth,
            it.scrollHeight - it.clientHeight,
          ]);
          expect.soft([wide, high], words).toEqual([0, 0]);
        }
        expect.soft(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
      };
      await context.setOffline(true);
      await expectWhole("You are offline.");
      await page.route(/\/(?:api|readyz)/, (route) => route.abort());
      await context.setOffline(false);
      await page.getByRole("searchbox").first().fill("payments");
      await expectWhole("The server does not answer.");
    });
  }

  test("the notice stays in view over a scrolled page, and covers no focused control", {
    tag: "@hard",
  }, async ({ page, context }) => {
    await page.goto(`/p/acme/incident/${sampleId("incident", 1)}`);
    await expect(page.getByRole("list", { name: /^Timeline/ })).toBeVisible();
    const notice = page.getByRole("status", { name: "Connection" });
    await context.setOffline(true);
    await expect(notice).toContainText("You are offline.");
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await expect(notice).toBeInViewport({ ratio: 1 });
    await page.locator("main button:visible").last().focus();
    for (let n = 0; n < 25; n += 1) {
      await page.keyboard.press("Shift+Tab");
      const isBelow = await notice.evaluate((element) => {
        const focused = document.activeElement;
        const { bottom } = element.getBoundingClientRect();
        const isInside = focused?.matches("main *") === true;
        return !isInside || focused.getBoundingClientRect().top >= bottom - 1;
      });
      expect(isBelow).toBe(true);
    }
    await expect(notice).toBeInViewport({ ratio: 1 });
  });
});

/**
 * Fails unless each touch target is 44 px each way, even if it looks smaller, or at least 24 px
 * (WCAG 2.2, 2.5.8) if the value around it does the same. Links within text are exempt.
 */
async function expectTargets(page: Page): Promise<void> {
  const small = await page
    .locator('button:visible, a:visible, summary:visible, input:visible, [role="tab"]:visible')
    .evaluateAll((targets) => {
      const isHit = (target: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        const label = hit?.closest("label");
        return target.contains(hit) || (label != null && label.control === target);
      };
      const reach = (hits: (distance: number) => boolean) => {
        let distance = 0;
        while (distance < 44 && hits(distance + 1)) distance += 1;
        return distance;
      };
      return targets.flatMap((target) => {
        const isInText = getComputedStyle(target).display === "inline";
        if (isInText || (target.matches("a") && target.closest("dd, p"))) return [];
        target.scrollIntoView({ block: "center", inline: "center" });
        const { left, top, width, height } = target.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (width < 2 || !isHit(target, x, y)) return [];
        const across =
          reach((by) => isHit(target, x - by, y)) + reach((by) => isHit(target, x + by, y));
        const down =
          reach((by) => isHit(target, x, y - by)) + reach((by) => isHit(target, x, y + by));
        const name = target.getAttribute("aria-label") ?? target.textContent ?? "";
        const least = name.startsWith("Edit ") ? 23 : 43;
        if (across >= least && down >= least) return [];
        return [`${target.tagName} ${name} ${across + 1}×${down + 1}`];
      });
    });
  expect.soft(small, page.url()).toEqual([]);
}
