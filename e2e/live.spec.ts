import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord, gridRows } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const list = "/p/acme/label?sort=name";

test.beforeEach(({ page }) => signIn(page));

test("a row changes in its place, and a new one waits until it is asked for", async ({ page }) => {
  const [, second = ""] = await openList(page);
  const before = await idsOf(page);
  await callApi(page.request, "PUT", `/api/label/${second}`, { data: { name: "0 first by name" } });
  await expect(page.locator(`#row-${second}`)).toContainText("0 first by name");
  expect(await idsOf(page)).toEqual(before);
  const made = await makeLabel(page, "0 new");
  await page.getByRole("button", { name: "1 new", exact: true }).click();
  await expect(page.locator(`#row-${made}`)).toBeVisible();
  await expect(page.getByRole("button", { name: /^\d+ new$/ })).toHaveCount(0);
  expect((await idsOf(page)).slice(0, 2)).toEqual([second, made]);
});

test("nothing changes while rows are selected", { tag: "@hard" }, async ({ page }) => {
  const [first = "", second = ""] = await openList(page);
  await page.locator(`#row-${first}`).getByRole("checkbox").check();
  const other = await openOther(page);
  await callApi(page.request, "PUT", `/api/label/${second}`, { data: { name: "During it" } });
  await makeLabel(page, "0 during it");
  await expect(other.locator(`#row-${second}`)).toContainText("During it");
  await expect(page.locator(`#row-${second}`)).not.toContainText("During it");
  await expect(page.getByRole("button", { name: "1 new", exact: true })).toHaveCount(0);
  await page.locator(`#row-${first}`).getByRole("checkbox").uncheck();
  await expect(page.locator(`#row-${second}`)).toContainText("During it");
  await expect(page.getByRole("button", { name: "1 new", exact: true })).toBeVisible();
});

test("the row under the pointer stays, also when a record above it is deleted", {
  tag: "@hard",
}, async ({ page }) => {
  const [first = "", , third = ""] = await openList(page);
  const row = page.locator(`#row-${third}`);
  await row.hover();
  const place = await row.boundingBox();
  await callApi(page.request, "DELETE", `/api/label/${first}`);
  await expect(page.getByRole("button", { name: "1 deleted", exact: true })).toBeVisible();
  expect(await row.boundingBox()).toEqual(place);
});

test("a record's page and the overview follow", { tag: "@hard" }, async ({ page }) => {
  const id = await createRecord(page.request, "label", { name: "Followed", color: "#112233" });
  await page.goto(`/p/acme/label/${id}`);
  await expect(page.getByRole("heading", { name: "Followed" })).toBeVisible();
  await callApi(page.request, "PUT", `/api/label/${id}`, { data: { name: "Changed by a key" } });
  await expect(page.getByRole("heading", { name: "Changed by a key" })).toBeVisible();
});

test("the page of an incident that another user deletes says so, and asks for it no more", {
  tag: "@hard",
}, async ({ page }) => {
  const id = await createRecord(page.request, "incident", {
    ...{ title: "Deleted by a key", declaredAt: new Date().toISOString() },
    currentIncidentStateId: sampleId("incident-state", 1),
    incidentSeverityId: sampleId("incident-severity", 1),
  });
  await page.goto(`/p/acme/incident/${id}`);
  await expect(page.getByRole("list", { name: /^Timeline/ })).toContainText("declared");
  await callApi(page.request, "DELETE", `/api/incident/${id}`);
  await expect(page.getByText("This incident was deleted")).toBeVisible();
  // Another change of the project is followed by all stories that are shown.
  const followed = page.waitForResponse((reply) => reply.url().includes("/api/summary"));
  await makeLabel(page, "After the deletion");
  await followed;
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
});

async function openList(page: Page): Promise<readonly string[]> {
  await makeLabel(page, "1 one");
  await makeLabel(page, "2 two");
  await makeLabel(page, "3 three");
  await page.goto(list);
  await expect(gridRows(page).first()).toBeVisible();
  return idsOf(page);
}

/** Opens the list in a second tab, which shows when a change has arrived in this browser. */
async function openOther(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(list);
  await expect(gridRows(other).first()).toBeVisible();
  return other;
}

function makeLabel(page: Page, name: string): Promise<string> {
  const unique = `${name} ${Math.random().toString(36).slice(2)}`;
  return createRecord(page.request, "label", { name: unique, color: "#112233" });
}

function idsOf(page: Page): Promise<readonly string[]> {
  return gridRows(page).evaluateAll((rows) => rows.map(({ id }) => id.slice("row-".length)));
}
