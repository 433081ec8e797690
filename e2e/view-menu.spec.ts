import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { JsonObject } from "@/lib/schema/json";
import { inviteUser } from "./support/invite-user";
import { createRecord, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const list = "/p/acme/incident";

test.beforeEach(({ page }) => signIn(page));

test("a default view that is shared leaves the default of the project alone", {
  tag: "@hard",
}, async ({ page, request }) => {
  const shared = await createView(request, "For the project", { isDefault: true });
  const own = await createOwnView(page, "For me", { isDefault: true });
  await page.goto(list);
  await expect(tab(page, "For me")).toHaveAttribute("aria-pressed", "true");
  await chooseInMenu(page, "For me", "Share with the project");
  await expect(page.getByText("Now shared")).toBeVisible();
  await expect(page.getByText("It is no longer your default.")).toBeVisible();
  expect(await stored(request, shared)).toMatchObject({ isDefault: true });
  expect(await stored(request, own)).toMatchObject({ isDefault: false, visibility: "project" });
  await removeViews(request, shared, own);
});

test("the default of the project is set and removed by a user with another default", {
  tag: "@hard",
}, async ({ page, request }) => {
  const shared = await createView(request, "Of all");
  const own = await createOwnView(page, "Of mine", { isDefault: true });
  await page.goto(`${list}?view=${shared}`);
  await chooseInMenu(page, "Of all", "Set as default for the project");
  await expect(page.getByText("Project default changed")).toBeVisible();
  expect(await stored(request, shared)).toMatchObject({ isDefault: true });
  await chooseInMenu(page, "Of all", "Remove as default of the project");
  await expect.poll(() => stored(request, shared)).toMatchObject({ isDefault: false });
  await page.goto(list);
  await expect(tab(page, "Of mine")).toHaveAttribute("aria-pressed", "true");
  await openMenu(page, "Of mine");
  await expect(
    page.getByRole("menuitem", { name: "Remove as default", exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await callApi(page.request, "DELETE", `/api/saved-view/${shared}`);
  await removeOwn(page, own);
});

test("a view of another user is changed by administrators, but not taken from all", {
  tag: "@hard",
}, async ({ page, browser, request }) => {
  const projectId = await sampleProjectId(request);
  const id = await createView(request, "Of a key");
  await page.goto(`${list}?view=${id}`);
  await openMenu(page, "Of a key");
  await expect(page.getByRole("menuitem", { name: "Delete view" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Make private" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  const reader = await inviteUser(browser, page, projectId, {
    ...{ name: "Reader", permissions: ["Read Incident"] },
  });
  await reader.goto(`${list}?view=${id}`);
  await openMenu(reader, "Of a key");
  await expect(reader.getByRole("menuitem")).toHaveText(["Reset", "Save as…"]);
  await reader.getByRole("menuitem", { name: "Save as…" }).click();
  await expect(reader.getByRole("textbox", { name: "Name" })).toBeVisible();
  await expect(reader.getByRole("checkbox", { name: /^Share with/ })).toHaveCount(0);
  await reader.getByRole("textbox", { name: "Name" }).fill("Of a reader");
  await reader.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  await openMenu(reader, "Of a reader");
  await expect(reader.getByRole("menuitem", { name: "Set as default", exact: true })).toBeVisible();
  await expect(reader.getByRole("menuitem", { name: "Share with the project" })).toHaveCount(0);
  await reader.context().close();
  await removeViews(request, id);
});

test.describe("refused", () => {
  test.use({ expectedErrors: [/status of 403/] });

  test("a view that could not be deleted stays open with its changes", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const id = await createView(request, "Kept");
    const forbidden = { error: { code: "forbidden", message: "Not yours." } };
    await page.route(`**/api/saved-view/${id}`, (route) =>
      route.fulfill({ status: 403, json: forbidden }),
    );
    await page.goto(`${list}?view=${id}&filter=${encodeURIComponent("number>40")}`);
    await chooseInMenu(page, "Kept", "Delete view");
    await expect(page.getByText(/^View “.*Kept.*” not deleted$/)).toBeVisible();
    await expect(tab(page, "Kept")).toHaveAttribute("aria-pressed", "true");
    await expect(tab(page, "Kept")).toContainText("changed");
    await expect(page).toHaveURL(new RegExp(`view=${id}`));
    await expect(page).toHaveURL(/filter=/);
    await removeViews(request, id);
  });
});

test("the tab of the open view and its menu are on the screen, however many there are", {
  tag: "@hard",
}, async ({ page, request }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const ids: string[] = [];
  for (let place = 10; place < 24; place += 1)
    ids.push(await createView(request, `Incidents of the team in region ${place}`));
  ids.push(await createView(request, `Zone ${"with a name that does not end ".repeat(7)}`));
  for (const [id, name] of [
    [ids[13], "Incidents of the team in region 23"],
    [ids[14], "Zone"],
  ]) {
    await page.goto(`${list}?view=${id}`);
    const here = page.getByRole("button", { pressed: true }).filter({ hasText: name ?? "" });
    await expect(here).toBeInViewport({ ratio: 1 });
    const menu = page.getByRole("button", { name: `View ${name}` });
    await expect(menu).toBeInViewport({ ratio: 1 });
    const [tabBox, menuBox] = [await here.boundingBox(), await menu.boundingBox()];
    expect(tabBox?.width).toBeLessThan(320);
    expect((tabBox?.x ?? 0) + (tabBox?.width ?? 0)).toBeLessThanOrEqual(menuBox?.x ?? 0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  const long = page.getByText(/^Zone with/);
  await expect(long).toHaveAttribute("title", /^Zone with .* end/);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page
    .getByRole("searchbox")
    .or(page.getByPlaceholder(/search/i))
    .first()
    .fill("a");
  await expect(page.getByRole("button", { name: "Save view" })).toBeInViewport({ ratio: 1 });
  await removeViews(request, ...ids);
});

test("the focus moves to the tab of a saved view, and to the whole list after its deletion", {
  tag: "@hard",
}, async ({ page, request }) => {
  const other = await createView(request, "Beside");
  await page.goto(`${list}?${new URLSearchParams({ filter: "number>50" })}`);
  await expect(gridRows(page).first()).toBeVisible();
  await saveFocused(page, "Fresh");
  await page.getByRole("button", { name: "View Fresh" }).press("Enter");
  await page.getByRole("menuitem", { name: "Save as…" }).press("Enter");
  await fillName(page, "Fresh too");
  await expect(tab(page, "Fresh too")).toBeFocused();
  for (const name of ["Fresh too", "Fresh"]) {
    await tab(page, name).press("Enter");
    await page.getByRole("button", { name: `View ${name}`, exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete view" }).press("Enter");
    await expect(tab(page, name)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "All", exact: true })).toBeFocused();
  }
  await removeViews(request, other);
});

test("the focus stays on the page after the last view is deleted", { tag: "@hard" }, async ({
  page,
}) => {
  await page.goto(`/p/acme/team?${new URLSearchParams({ q: "a" })}`);
  await saveFocused(page, "Only one");
  await page.getByRole("button", { name: "View Only one" }).press("Enter");
  await page.getByRole("menuitem", { name: "Delete view" }).press("Enter");
  await expect(page.getByText(/^View “.*Only one.*” deleted$/)).toBeVisible();
  await expect(tab(page, "Only one")).toHaveCount(0);
  await expect(page.locator("main")).toBeFocused();
});

async function saveFocused(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Save view" }).press("Enter");
  await fillName(page, name);
  await expect(tab(page, name)).toBeFocused();
}

async function fillName(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Name" }).press("Enter");
  await expect(tab(page, name)).toHaveAttribute("aria-pressed", "true");
}

function tab(page: Page, name: string) {
  return page.getByRole("button", { name: new RegExp(`^(Shared )?${name}( changed)?$`) });
}

function openMenu(page: Page, view: string): Promise<void> {
  return page.getByRole("button", { name: `View ${view}`, exact: true }).click();
}

async function chooseInMenu(page: Page, view: string, item: string): Promise<void> {
  await openMenu(page, view);
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

const state = { filter: "number>50", q: "", sort: "", size: 50, columns: "" };

/** Creates a shared view of incidents that no user owns, and returns its id. */
function createView(
  request: APIRequestContext,
  name: string,
  more: JsonObject = {},
): Promise<string> {
  const data = { name, resource: "incident", state, visibility: "project", ...more };
  return createRecord(request, "saved-view", data);
}

/** Creates a private view of the user of a page, and returns its id. */
async function createOwnView(page: Page, name: string, more: JsonObject): Promise<string> {
  const projectId = await sampleProjectId(page.request);
  const reply = await page.request.post("/api/saved-view", {
    data: { data: { projectId, name, resource: "incident", state, ...more } },
    headers: await sameOrigin(page),
  });
  expect(reply.ok(), await reply.text()).toBe(true);
  return String(((await reply.json()) as JsonObject)["_id"]);
}

async function removeOwn(page: Page, id: string): Promise<void> {
  await page.request.delete(`/api/saved-view/${id}`, { headers: await sameOrigin(page) });
}

async function sameOrigin(page: Page): Promise<Record<string, string>> {
  await page.goto("/p/acme/team");
  return { Origin: new URL(page.url()).origin };
}

function stored(request: APIRequestContext, id: string): Promise<JsonObject> {
  return callApi(request, "POST", `/api/saved-view/${id}/get-item`, {
    select: { isDefault: true, visibility: true },
  });
}

async function removeViews(request: APIRequestContext, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await callApi(request, "DELETE", `/api/saved-view/${id}`);
}
