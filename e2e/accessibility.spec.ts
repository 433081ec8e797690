import { expect, type Locator, type Page } from "@playwright/test";
import { referenceResources } from "@/lib/resources/index";
import { expectAccessible } from "./support/axe";
import { createRecord } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

// The start page, the documentation and panels of single pages are checked in their own tests.

/** The four pages with the most use. */
const daily = ["/p/acme", "/p/acme/incident?size=25", "record", "record/edit"];

for (const width of [320, 1440]) {
  const tag = width === 320 ? ["@hard"] : [];
  test(`axe finds nothing on the daily pages at ${width} px, and none is wider`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    const record = await firstRecord(page);
    for (const path of daily.map((name) => name.replace("record", record))) {
      await expectClean(page, path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(wide, `the width of ${path}`).toBeLessThanOrEqual(width);
    }
  });
}

test.describe("pages outside the console", { tag: "@hard" }, () => {
  // Only the missing page logs an error; a closed link does not.
  test.use({ expectedErrors: [/status of 404.*\/none$/] });

  test("axe finds nothing", async ({ page }) => {
    for (const path of ["/sign-in", "/invite#none", "/reset#none", "/none"])
      await expectClean(page, path);
  });
});

test("axe finds nothing on the account and a foreign project", { tag: "@hard" }, async ({
  page,
}) => {
  await signIn(page);
  for (const path of ["/account", "/p/none"]) await expectClean(page, path);
});

test("axe finds nothing on the overlays of a list", { tag: "@hard" }, async ({ page }) => {
  // Each one scans the whole page again.
  test.slow();
  await signIn(page);
  await page.goto("/p/acme/incident?size=25");
  await waitUntilIdle(page);
  await expectOpened(page, floating);
  await page.keyboard.press("[");
  await expect(page.getByRole("button", { name: "Expand the sidebar" })).toBeVisible();
  await expectAccessible(page, "the collapsed sidebar");
  await page.keyboard.press("[");
});

test("axe finds nothing on the overlays of a record", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  await signIn(page);
  const id = await createRecord(request, "label", { name: "To be looked at", color: "#123456" });
  await page.goto(`/p/acme/label/${id}`);
  await waitUntilIdle(page);
  await expectOpened(page, {
    "more actions": (at) => press(at, /^More actions$/, "menu"),
    "delete dialog": async (at) => {
      await press(at, /^More actions$/, "menu");
      await at.getByRole("menuitem", { name: "Delete…" }).click();
      const dialog = at.getByRole("alertdialog");
      await expect(dialog).toContainText("This cannot be undone.");
      return dialog;
    },
  });
});

test.describe("on a phone", { tag: "@hard" }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("axe finds nothing on the overlays of a list", async ({ page }) => {
    await signIn(page);
    await page.goto("/p/acme/incident");
    await waitUntilIdle(page);
    await expectAccessible(page, "the list");
    await expectOpened(page, {
      menu: (at) => press(at, /^More$/, "dialog"),
      ...pick("palette", "clock menu", "account menu", "export menu", "bulk dialog"),
    });
  });
});

test("focus and selection are visible in forced colors", { tag: "@hard" }, async ({ page }) => {
  await signIn(page);
  const record = await firstRecord(page);
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  for (const path of ["/p/acme/incident", `${record}/edit`]) {
    await page.goto(path);
    await waitUntilIdle(page);
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press("Tab");
      expect.soft(await invisibleFocus(page), path).toBeUndefined();
    }
  }
  await page.goto("/p/acme/incident");
  await waitUntilIdle(page);
  const first = page
    .getByRole("main")
    .getByRole("checkbox", { name: /^Select(?! all)/ })
    .first();
  const unchecked = await first.locator("xpath=..").screenshot();
  await first.check();
  const checked = await first.locator("xpath=..").screenshot();
  expect(checked.equals(unchecked), "a checked box looks the same").toBe(false);
});

for (const resource of referenceResources) {
  test(`axe finds nothing on the pages of ${resource.plural}`, { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    await signIn(page);
    await expectClean(page, `/p/acme/${resource.path}`);
    if (resource.operations.includes("create")) {
      await expectClean(page, `/p/acme/${resource.path}/new`);
    }
    const { data } = await callApi<{ data: { _id: string }[] }>(
      request,
      "GET",
      `/api/${resource.path}/get-list?limit=1`,
    );
    const [record] = data;
    if (record) await expectClean(page, `/p/acme/${resource.path}/${record._id}`);
  });
}

/** Returns the URL of the page of the newest incident. */
async function firstRecord(page: Page): Promise<string> {
  const { data } = await callApi<{ data: { _id: string }[] }>(
    page.request,
    "GET",
    "/api/incident/get-list?limit=1",
  );
  return `/p/acme/incident/${data[0]?._id}`;
}

/** Returns the opening tag of the focused element if its focus is invisible, else undefined. */
function invisibleFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return undefined;
    // The outline of a field or of a hidden check box may be on the element around it.
    const around = [focused, focused.parentElement, focused.nextElementSibling];
    const within = focused.closest("[data-focus-visible], label, [role=group]");
    const shows = [...around, within].some((element) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    });
    return shows ? undefined : focused.outerHTML.slice(0, 200);
  });
}

/** Opens an overlay and returns it once it is visible. */
type Opening = (page: Page) => Promise<Locator>;

/** The overlays of the list of incidents, and how to open each. */
const floating: Readonly<Record<string, Opening>> = {
  palette: async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find records and pages" }).fill("INC-4");
    await expect(page.getByRole("option").first()).toBeVisible();
    // New results replace those for fewer letters.
    await page.waitForLoadState("networkidle");
    return page.getByRole("dialog");
  },
  "key sheet": async (page) => {
    await page.keyboard.press("?");
    return page.getByRole("dialog", { name: "Keyboard shortcuts" });
  },
  "clock menu": (page) => press(page, /change time zone/, "menu"),
  "account menu": (page) => press(page, /^Account of/, "menu"),
  "project menu": (page) => press(page, /change project/, "menu"),
  "export menu": (page) => press(page, /^Export/, "menu"),
  "column chooser": (page) => press(page, /^Columns/, "dialog"),
  "filter builder": async (page) => {
    await page.keyboard.press("f");
    return page.getByRole("dialog").last();
  },
  preview: async (page) => {
    await page.keyboard.press("j");
    await page.keyboard.press(" ");
    return page.getByRole("complementary", { name: "Preview" });
  },
  "bulk dialog": async (page) => {
    const first = page.getByRole("main").getByRole("checkbox", { name: /^Select(?! all)/ });
    await first.first().check();
    await page.getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("This cannot be undone.");
    await expect(dialog.locator('[data-loading], [aria-busy="true"]')).toHaveCount(0);
    return dialog;
  },
};

function pick(...names: readonly string[]): Readonly<Record<string, Opening>> {
  return Object.fromEntries(Object.entries(floating).filter(([name]) => names.includes(name)));
}

async function press(page: Page, name: RegExp, opens: "menu" | "dialog"): Promise<Locator> {
  await page.getByRole("button", { name }).last().click();
  return page.getByRole(opens).last();
}

/** Opens one overlay after the other, checks it with axe and closes it. */
async function expectOpened(page: Page, openings: Readonly<Record<string, Opening>>) {
  for (const [name, open] of Object.entries(openings)) {
    const opened = await open(page);
    await expect(opened).toBeVisible();
    await expectAccessible(page, `${name}, and what is under it`);
    // In a search the first Escape clears the field, the second closes.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(opened, `${name} closes`).toBeHidden({ timeout: 2_000 });
    }).toPass();
  }
}

async function expectClean(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilIdle(page);
  const size = page.viewportSize();
  // The bar at the end of the window covers a part of a long form.
  if (size && /\/(?:new|edit)$/.test(path)) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...size, height: Math.max(size.height, height) });
  }
  await expectAccessible(page, path);
  if (size) await page.setViewportSize(size);
}

async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
