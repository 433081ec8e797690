import { expect, type Page } from "@playwright/test";
import { signIn } from "./support/session";
import { test } from "./support/test";
import { expectHydrated } from "./support/until-hydrated";

// A step brings the new version of the record, so the edit after it is not refused.
test("a day's work by the keyboard alone, the focus never lost", async ({ page }) => {
  await page.goto("/sign-in?next=/p/acme", { waitUntil: "networkidle" });
  await page.keyboard.press("Tab");
  await focus(page, /E-mail/);
  await page.keyboard.type(process.env["E2E_EMAIL"] ?? "");
  await page.keyboard.press("Tab");
  await page.keyboard.type(process.env["E2E_PASSWORD"] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expectHydrated(page);

  await keys(page, "g", "i");
  const heading = page.getByRole("heading", { level: 1, name: /^Incidents/ });
  await expect(heading).toBeVisible();
  const rows = page.getByRole("grid").getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  await keys(page, "/");
  await page.keyboard.type("database");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=|q=|filter=/);
  await expect(rows.filter({ hasNotText: /database/i })).toHaveCount(1);
  await page.keyboard.press("Escape");

  await keys(page, "j", "j", "k", "x");
  await expect(page.getByText(/1 selected/).first()).toBeVisible();
  await keys(page, "x", " ");
  await expect(page.getByRole("complementary").last()).toBeVisible();
  await keepsFocus(page);
  await keys(page, "Escape");
  await keys(page, "j", "k");
  await keys(page, "Enter");
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await page.goBack();
  await expect(rows.nth(1)).toBeFocused();
  await keys(page, "Enter");
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  const address = page.url();

  await reach(page, /^Acknowledge$|^Resolve$/);
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("alertdialog").getByText(/INC-\d+ (acknowledged|resolved)/),
  ).toBeVisible();
  await expect(page.getByRole("group", { name: "Next steps" })).toBeFocused();
  await reach(page, /^Edit$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${address}/edit`);
  await expect(page.getByRole("textbox", { name: /^Title/ })).toBeVisible();
  await page.getByRole("textbox", { name: /^Title/ }).focus();
  await keys(page, "End");
  await page.keyboard.type(" and back");
  await reach(page, /^Save/);
  await keys(page, "Enter");
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { level: 1, name: /and back/ })).toBeVisible();

  await keys(page, "Control+k");
  await page.keyboard.type("sign out");
  await expect(page.getByRole("option", { name: "Sign out" })).toBeVisible();
  await keys(page, "Enter");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("arrow keys move through the tabs of a record, around both ends", { tag: "@hard" }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/p/acme/incident");
  await page.getByRole("grid").getByRole("link").first().click();
  const tab = (name: RegExp) => page.getByRole("tab", { name });
  // A request to write a note is met once, not again at each return to the tab.
  await page.getByRole("button", { name: "Note", exact: true }).press("Enter");
  await expect(page.getByRole("textbox", { name: /^Note on this/ })).toBeFocused();
  await tab(/^Overview/).focus();
  for (const [key, name] of [
    ["ArrowRight", /^Related/],
    ["End", /^API/],
    ["ArrowRight", /^Overview/],
    ["ArrowLeft", /^API/],
    ["Home", /^Overview/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(tab(name)).toBeFocused();
  }
  const panel = page.getByRole("tabpanel", { name: /^Overview/ });
  await expect(panel.getByRole("button").first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab").and(page.locator(":focus"))).toHaveCount(0);
  await expect(panel, "which holds links").not.toBeFocused();
  await page.waitForLoadState("networkidle");
  await tab(/^Overview/).focus();
  await panel.evaluate((element) => {
    for (const stop of element.querySelectorAll("a, button, summary, input, textarea, [tabindex]"))
      stop.setAttribute("tabindex", "-1");
  });
  await page.keyboard.press("Tab");
  await expect(panel, "which holds nothing to go to").toBeFocused();
});

test("on the next page, keys act on no row of the page before", { tag: "@hard" }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/p/acme/incident?size=25");
  const rows = page.getByRole("grid").getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  await keys(page, "j", "j");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText(/^26–/)).toBeVisible();
  await expect(page.locator('[role="grid"] tr[tabindex="0"]')).toHaveCount(1);
  await keys(page, "x", "j", "x");
  await expect(rows.nth(1)).toBeFocused();
  await expect(rows.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
});

test("Space and Enter press the button and the check box that have the focus", {
  tag: "@hard",
}, async ({ page }) => {
  await signIn(page);
  const list = "/p/acme/incident?size=25";
  await page.goto(list);
  await expect(page.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
  await keys(page, "j");
  await page.getByRole("checkbox", { name: "Select all on this page" }).focus();
  await keys(page, " ");
  await expect(page.getByText("25 selected")).toBeVisible();
  await keys(page, "Enter");
  await expect(page.getByText("25 selected")).toHaveCount(0);
  await expect(page).toHaveURL(list);
  await page.getByRole("button", { name: "Next page" }).focus();
  await keys(page, " ");
  await expect(page.getByText(/^26–/)).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Preview" })).toHaveCount(0);
});

test("keys pressed while other rows are being rendered act on the visible rows", {
  tag: "@hard",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/p/acme/incident");
  const rows = page.getByRole("grid").getByRole("row");
  await expect(rows.nth(10)).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 3 });
  for (const waitMs of [10, 30]) {
    await page.getByRole("searchbox").fill("database");
    await expect(rows.filter({ hasNotText: /database/i })).toHaveCount(1);
    await page.getByRole("searchbox").selectText();
    const { pressed, wrong } = await pressUntilAllAreBack(page, waitMs);
    expect(pressed).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  }
});

test("a shortcut is shown with the key of the device: Ctrl, or ⌘ of Apple", {
  tag: "@hard",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/p/acme");
  await expect(page.getByRole("button", { name: "Find Ctrl K", exact: true })).toBeVisible();
  await page.setExtraHTTPHeaders({
    "User-Agent":
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15",
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Find ⌘ K", exact: true })).toBeVisible();
});

/**
 * Clears the search field and alternates j and k until all rows are back. Returns the number of
 * keys, and a sentence for each key after which not exactly one row was marked and focused.
 */
function pressUntilAllAreBack(page: Page, waitMs: number) {
  return page.evaluate(async (waitMs) => {
    document.execCommand("delete");
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const wrong: string[] = [];
    let pressed = 0;
    while (document.querySelectorAll("tr[id]").length < 10) {
      pressed += 1;
      const key = pressed % 2 === 0 ? "k" : "j";
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      const marked = [...document.querySelectorAll('tr[id][tabindex="0"]')];
      if (marked.length !== 1 || marked[0] !== document.activeElement)
        wrong.push(`After ${pressed} keys ${marked.length} rows are marked.`);
    }
    return { pressed, wrong };
  }, waitMs);
}

async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key);
}

async function focus(page: Page, name: RegExp): Promise<void> {
  await expect
    .poll(async () => {
      const isThere = await page
        .getByLabel(name)
        .first()
        .evaluate((it) => it === document.activeElement);
      if (!isThere) await page.keyboard.press("Tab");
      return isThere;
    })
    .toBe(true);
}

/** Presses Tab until the named button or link has the focus, at most once around the page. */
async function reach(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 150; steps += 1) {
    const text = await page.evaluate(() => {
      const here = document.activeElement;
      return here?.matches("button, a")
        ? (here.getAttribute("aria-label") ?? here.textContent)
        : "";
    });
    if (name.test(text?.trim() ?? "")) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${name}.`);
}

/** Fails if no element has the focus, because Tab would then start at the top of the page. */
async function keepsFocus(page: Page): Promise<void> {
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  await expect.poll(isLost).toBe(false);
}
