import { type APIRequestContext, devices, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { shiftsOf, slowNetwork, watchShifts } from "./support/layout-shift";
import { createRecord, sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test } from "./support/test";

/** The sum over a document. A fifth of the limit for a good page (web.dev, CLS). */
const mostShift = 0.02;
/** A busy server renders a document without its data after 300 ms. The page is then opened again. */
const tries = 3;
const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];
const screens = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { ...phone, viewport: { width: 390, height: 844 } },
};

for (const [name, screen] of Object.entries(screens)) {
  test.describe(`on a slow network, ${name}`, () => {
    test.use(screen);

    test("nothing moves while a page loads", { tag: "@hard" }, async ({ page, request }) => {
      const service = await serviceInTheMiddle(request);
      await signIn(page);
      await slowNetwork(page);
      await watchShifts(page);
      for (const [path, late] of await pages(request, service)) {
        const { sum, large } = await leastShifts(page, path, late);
        expect.soft(sum, `/p/acme/${path}: ${large.join("\n")}`).toBeLessThanOrEqual(mostShift);
      }
      // The element of the document, so that react-aria adds none.
      await expect(page.locator("style#react-aria-pressable-style")).toHaveCount(1);
      if (name !== "phone") return;
      await page.goto(`/p/acme/service/${service}`);
      const section = page.getByRole("region", { name: "Dependencies" });
      await expect(section).toContainText("6 other services are affected");
      await page.getByRole("link", { name: "Dependencies", exact: true }).click();
      await expect(section.getByRole("heading")).toBeInViewport();
    });

    test("nothing moves while a record of a list opens", { tag: "@hard" }, async ({ page }) => {
      await signIn(page);
      await slowNetwork(page);
      await watchShifts(page);
      for (const [path, late] of lists) {
        await page.goto(`/p/acme/${path}`);
        await page.waitForLoadState("networkidle");
        const before = await shiftsOf(page);
        const records = page.getByRole("main").locator(`a[href*="/${path}/"]:not([href$="/new"])`);
        await records.first().click();
        await expect(shownText(page, late)).toBeVisible();
        await page.waitForLoadState("networkidle");
        const { sum, large } = await shiftsOf(page);
        const moved = sum - before.sum;
        expect.soft(moved, `${path}: ${large.join("\n")}`).toBeLessThanOrEqual(mostShift);
      }
    });
  });
}

/** Lists, and a text of the page of a record of each that is shown last. */
const lists = [
  ["incident", "became owner"],
  ["alert", "Ladder"],
  ["incident-episode", "Orders database"],
  ["alert-episode", "Mobile backend"],
  ["service", "How it depends"],
] as const;

/** Returns pages, and a text of each that is shown last. */
async function pages(request: APIRequestContext, service: string) {
  return [
    ["", "to acknowledge"],
    ["reports", "to acknowledge"],
    ["incident", "INC-60"],
    ["alert", "ALT-80"],
    ["monitor", "Storefront"],
    ["service", "In the middle"],
    ["change-log", "In the middle"],
    ["api-key", "No API keys yet"],
    ["people", "No open invitations"],
    ["keys", "ADMIN_API_KEY"],
    [`incident/${sampleId("incident", 60)}`, "became owner"],
    [`service/${service}`, "Around it 11"],
    [`monitor/${sampleId("monitor", 1)}`, "Down: "],
    [`on-call-duty-policy/${sampleId("on-call-duty-policy", 3)}`, "then again ×2"],
    [`project/${await sampleProjectId(request)}`, "Degraded"],
    [`status-page/${sampleId("status-page", 1)}`, "Payments"],
  ] as const;
}

/** A text of the page that is visible. A hidden part can hold it before. */
function shownText(page: Page, text: string) {
  return page.getByRole("main").getByText(text).filter({ visible: true }).first();
}

/** Opens a page until its shifts are small enough, and returns the least ones. */
async function leastShifts(page: Page, path: string, late: string) {
  let least = { sum: Number.POSITIVE_INFINITY, large: [""] };
  for (let count = 0; count < tries && least.sum > mostShift; count += 1) {
    await page.goto(`/p/acme/${path}`);
    await expect(shownText(page, late)).toBeVisible();
    await page.waitForLoadState("networkidle");
    const shifts = await shiftsOf(page);
    if (shifts.sum < least.sum) least = shifts;
  }
  return least;
}

/** Creates a service that six others need, and that needs six others. */
async function serviceInTheMiddle(request: APIRequestContext): Promise<string> {
  const middle = await createRecord(request, "service", { name: "In the middle" });
  for (let at = 0; at < 12; at += 1) {
    const other = await createRecord(request, "service", { name: `Around it ${at}` });
    const [serviceId, dependencyServiceId] = at % 2 === 0 ? [middle, other] : [other, middle];
    await createRecord(request, "service-dependency", { serviceId, dependencyServiceId });
  }
  return middle;
}
