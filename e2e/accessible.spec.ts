import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { referenceResources } from "@/lib/resources/index";
import { asProgram, signIn } from "./person";
import { test } from "./test";

test.describe("pages outside the console", () => {
  test.use({ expectedErrors: [/status of 40[14]/] });

  test("nothing is found on them", async ({ page }) => {
    test.setTimeout(120_000);
    const open = ["/", "/docs", "/docs/incident", "/sign-in", "/invite/none", "/none"];
    for (const path of open) await expectClean(page, path);
  });
});

test("nothing is found on the overview, the account, and another's project", async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page);
  for (const path of ["/p/acme", "/account", "/p/none"]) await expectClean(page, path);
});

test("nothing is found on what opens above a list", async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page);
  for (const [name, open] of Object.entries(floating)) {
    await page.goto("/p/acme/incident");
    await settled(page);
    await open(page);
    await expectNothing(page, `${name} above the list`);
  }
});

/** Together they have nearly every kind of field; with `EVERY_PAGE=1` all are looked at. */
const telling = ["incident", "alert-severity", "status-page-private-user"];

for (const resource of referenceResources) {
  if (process.env["EVERY_PAGE"] !== "1" && !telling.includes(resource.path)) continue;
  test(`nothing is found on the pages of ${resource.plural}`, async ({ page, request }) => {
    test.setTimeout(180_000);
    await signIn(page);
    await expectClean(page, `/p/acme/${resource.path}`);
    if (resource.operations.includes("create")) {
      await expectClean(page, `/p/acme/${resource.path}/new`);
    }
    const { data } = await asProgram<{ data: { _id: string }[] }>(
      request,
      "GET",
      `/api/${resource.path}/get-list?limit=1`,
    );
    const [record] = data;
    if (record) await expectClean(page, `/p/acme/${resource.path}/${record._id}`);
  });
}

/** What opens above the list of incidents, and how. */
const floating: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  palette: async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find records and pages" }).fill("INC-4");
    await expect(page.getByRole("option").first()).toBeVisible();
  },
  "key sheet": async (page) => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  },
  "clock menu": (page) => press(page, /change clock/, "menu"),
  "account menu": (page) => press(page, /^Account of/, "menu"),
  "project menu": (page) => press(page, /change project/, "menu"),
  "export menu": (page) => press(page, /^Export/, "menu"),
  "column chooser": (page) => press(page, /^Columns/, "dialog"),
  "filter builder": async (page) => {
    await page.keyboard.press("f");
    await expect(page.getByRole("dialog").last()).toBeVisible();
  },
  peek: async (page) => {
    await page.keyboard.press("j");
    await page.keyboard.press(" ");
    await expect(page.getByRole("complementary").last()).toBeVisible();
  },
};

async function press(page: Page, name: RegExp, opens: "menu" | "dialog"): Promise<void> {
  await page.getByRole("button", { name }).click();
  await expect(page.getByRole(opens).last()).toBeVisible();
}

async function expectClean(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  await expectNothing(page, path);
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** All rules in light; in dark those on colour, for the rest is the same. */
async function expectNothing(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const light = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
  const found = [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary}`),
  );
  expect.soft(found, where).toEqual([]);
}
