import { type APIRequestContext, devices, expect, type Locator, type Page } from "@playwright/test";
import { gridRows } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.use({ isReading: true });

/** Time for a document with its data, in milliseconds, on a machine that is busy meanwhile. */
const busyMs = 120_000;

/**
 * Opens a page until its document holds its data. Reads of a document end after 300 ms, and the page
 * then asks for the data, which a busy machine can cause.
 */
async function openWithData(page: Page, address: string, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(shown).toBeVisible({ timeout: 15_000 });
  }).toPass({ timeout: busyMs });
}

test("the user, their preferences and views come with the document and are not requested", async ({
  page,
}) => {
  await signIn(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await expect(async () => {
    asked.length = 0;
    await page.goto("/p/acme/incident");
    await expect(gridRows(page).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(asked).not.toContain("/api/auth/get-session");
    expect(asked).not.toContain("/api/preference/get-list");
    expect(asked).not.toContain("/api/saved-view/versions");
  }).toPass({ timeout: busyMs });
});

test("the rows of a list are shown before any request for records is answered", async ({
  page,
}) => {
  await signIn(page);
  await page.route("**/get-list", () => new Promise(() => undefined));
  await page.route("**/api/labels", () => new Promise(() => undefined));
  const list = "/p/acme/incident?sort=title&size=25&columns=title,incidentSeverityId";
  await openWithData(page, list, gridRows(page).nth(24));
  await expect(gridRows(page)).toHaveCount(25);
  await expect(gridRows(page).first()).toContainText("Minor Incident");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
});

test("a record and the overview are shown before any request is answered", async ({
  page,
  request,
}) => {
  await signIn(page);
  const id = await newestIncident(request);
  await page.route("**/api/**", () => new Promise(() => undefined));
  const main = page.getByRole("main");
  const state = main.getByRole("link", { name: "Identified" }).first();
  await openWithData(page, `/p/acme/incident/${id}`, state);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("INC-60");
  await expect(main.getByRole("list", { name: /^Timeline/ })).toContainText("became owner");
  const newest = page.getByRole("list", { name: "Newest" });
  await openWithData(page, "/p/acme", newest);
  await expect(newest).toContainText("INC-60");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the fields of a record and the overview are readable", async ({ page, request }) => {
    await signIn(page);
    const facts = page.getByRole("complementary", { name: "Facts" });
    const main = page.getByRole("main");
    const severity = main.getByRole("link", { name: "Critical Incident" });
    await openWithData(page, `/p/acme/incident/${await newestIncident(request)}`, severity);
    await expect(main.getByRole("list", { name: /^Timeline/ })).toContainText("became owner");
    await expect(facts.getByText(/^Declared$/)).toBeVisible();
    await page.getByRole("link", { name: "Overview" }).first().click();
    await expect(page.getByRole("heading", { name: "Open incidents" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Newest" })).toContainText("INC-60");
  });

  test("the rows of a list are readable", async ({ page }) => {
    await signIn(page);
    await openWithData(page, "/p/acme/incident", gridRows(page).nth(49));
    await expect(gridRows(page)).toHaveCount(50);
    await expect(gridRows(page).first()).toContainText(/INC-60.*Identified.*Critical Incident/);
    await gridRows(page).first().getByRole("link").first().click();
    await expect(page).toHaveURL(/\/incident\/[0-9a-f-]{36}$/);
  });
});

test.describe("on a phone without scripts", () => {
  test.use({ javaScriptEnabled: false, userAgent: devices["Pixel 7"].userAgent });
  test("the records of a list are readable as cards", async ({ page }) => {
    await signIn(page);
    const cards = page.getByRole("list", { name: "Incidents" }).getByRole("listitem");
    await openWithData(page, "/p/acme/incident", cards.nth(49));
    await expect(cards).toHaveCount(50);
    await expect(cards.first()).toContainText("INC-60");
    await expect(page.getByRole("grid")).toHaveCount(0);
  });
});

test("a document is rendered for the width that the window had last", { tag: "@hard" }, async ({
  page,
}) => {
  const rendered = async () => {
    const reply = await page.request.get("/p/acme/incident", { headers: { accept: "text/html" } });
    const html = await reply.text();
    if (html.includes('<ul aria-label="Incidents"')) return "cards";
    return html.includes('role="grid"') ? "table" : "neither";
  };
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(rendered).toBe("table");
  await page.goto("/p/acme/incident");
  await expect(page.getByRole("list", { name: "Incidents" })).toBeVisible();
  await expect.poll(rendered).toBe("cards");
  await page.reload();
  await expect(page.getByRole("list", { name: "Incidents" })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(gridRows(page).first()).toBeVisible();
  await expect.poll(rendered).toBe("table");
});

test("a document has the rows that fit into the last window, and the page adds others", {
  tag: "@hard",
}, async ({ page }) => {
  const rendered = async () => {
    const reply = await page.request.get("/p/acme/incident", { headers: { accept: "text/html" } });
    return (await reply.text()).split('<tr id="row-').length - 1;
  };
  await signIn(page);
  expect(await rendered()).toBe(50);
  await page.goto("/p/acme/incident");
  await expect.poll(rendered).toBe(24);
  await page.reload();
  await expect(gridRows(page)).toHaveCount(40);
  const last = page.locator('[role="grid"] tbody tr').last();
  await page.locator("[data-list-scroller]").evaluate((area) => area.scrollTo({ top: 9999 }));
  await expect(gridRows(page).last()).toBeInViewport();
  await expect(last).toHaveAttribute("aria-rowindex", "51");
  await page.setViewportSize({ width: 1440, height: 1500 });
  await expect.poll(rendered).toBe(48);
});

test("a window that has grown since its document was rendered keeps its place and its height", {
  tag: "@hard",
}, async ({ page }) => {
  const height = async () =>
    (await page.context().cookies()).find(({ name }) => name === "list-height")?.value;
  await signIn(page);
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto("/p/acme/incident");
  await expect.poll(height).toBe("448");
  await page.reload();
  await page.setViewportSize({ width: 1440, height: 1400 });
  await expect.poll(height).toBe("1280");
  const row = gridRows(page).nth(34);
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  await page.goBack();
  await expect(row).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 600 });
  await expect.poll(height).toBe("448");
  await gridRows(page).first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.goBack();
  await expect.poll(height).toBe("1280");
});

test("a document without a valid session carries no data and leads to sign-in", {
  tag: "@hard",
}, async ({ page, request, address }) => {
  const headers = { accept: "text/html", cookie: "tocsin=not-a-session" };
  const reply = await request.get("/p/acme/incident", { headers });
  expect(await reply.text()).toMatch(/id="tocsin-document"[^>]*>\{"at":\d+,"answers":\[\]\}</);
  expect(reply.headers()["cache-control"]).toContain("no-store");
  await page.context().addCookies([{ name: "tocsin", value: "not-a-session", url: address }]);
  await page.goto("/p/acme/incident");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

async function newestIncident(request: APIRequestContext): Promise<string> {
  const ask = { query: { incidentNumber: 60 }, limit: 1 };
  const { data } = await callApi<{ data: { _id: string }[] }>(
    ...([request, "POST", "/api/incident/get-list", ask] as const),
  );
  return String(data[0]?._id);
}
