import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { inviteUser } from "./support/invite-user";
import { createRecord, gridRows, sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test, watchConsole } from "./support/test";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.beforeEach(({ page }) => signIn(page));

test("a user with few rights on a phone meets nothing that they may not read", async ({
  browser,
  page,
}) => {
  const permissions = ["Read Incident"];
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Few",
    permissions,
  });
  await own.setViewportSize({ width: 390, height: 844 });
  const stray = watchConsole(own);
  await own.goto("/p/acme/integrity");
  await expect(own.getByRole("heading", { level: 1, name: "Integrity" })).toBeVisible();
  await expect(own.getByText(/Not checked because you cannot read them/)).toBeVisible();
  await expect(own.getByText("All references are valid.")).toHaveCount(0);
  const quick = own.getByRole("navigation", { name: "Quick navigation" });
  await expect(quick.getByRole("link")).toHaveText(["Overview", "Incidents"]);
  await own.keyboard.press("?");
  const keys = own.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Incidents");
  await expect(keys).not.toContainText("Alerts");

  const main = own.getByRole("main");
  const columns = "title,currentIncidentStateId,incidentSeverityId,onCallDutyPolicies";
  await own.goto(`/p/acme/incident?columns=${columns}`);
  await expect(main.getByText("No access", { exact: true }).first()).toBeVisible();
  await expect(main).not.toContainText(/[0-9a-f]{4}…[0-9a-f]{6}/);
  await own.goto(`/p/acme/incident/${sampleId("incident", 1)}`);
  await expect(own.getByRole("tab", { name: /^History/ })).toBeVisible();
  await expect(own.getByRole("tab", { name: /^Related/ })).toHaveCount(0);
  expect(await emptyUnderState(own), "space for owners that the user may not read").toBeLessThan(8);
  await expect(main.getByText("No access", { exact: true }).first()).toBeVisible();
  await expect(main).not.toContainText(/[0-9a-f]{4}…[0-9a-f]{6}/);
  expect(stray).toEqual([]);
  await own.context().close();
});

test("the deletion of several records names the kinds that the user may not read", {
  tag: "@hard",
}, async ({ browser, page, request }) => {
  await createRecord(request, "label", { name: "of-many-kinds", color: "#123456" });
  const permissions = ["Read Label", "Delete Label", "Read Monitor"];
  const own = await inviteUser(browser, page, await sampleProjectId(request), {
    name: "Tidy",
    permissions,
  });
  await own.setViewportSize({ width: 1280, height: 800 });
  const stray = watchConsole(own);
  await own.goto(`/p/acme/label?${new URLSearchParams({ filter: "name:of-many-kinds" })}`);
  await expect(gridRows(own)).toHaveCount(1);
  await own.keyboard.press("j");
  await own.keyboard.press("x");
  await own.getByRole("button", { name: "Delete…" }).click();
  const dialog = own.getByRole("alertdialog");
  const unread = dialog.getByText("Records you cannot read may also refer to them:");
  await expect(unread).toContainText("incidents");
  await expect(unread).not.toContainText("monitors");
  await expect(dialog).not.toContainText("No records refer to them.");
  expect(stray).toEqual([]);
  await own.context().close();
});

test("keys of a list do and name nothing that the user may not do", { tag: "@hard" }, async ({
  browser,
  page,
}) => {
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Reader",
    permissions: ["Read Label", "Create Incident"],
  });
  await own.setViewportSize({ width: 1280, height: 800 });
  await own.goto("/p/acme/label");
  const list = own.url();
  await own.keyboard.press("j");
  await expect(gridRows(own).first()).toBeFocused();
  for (const key of ["e", "n"]) await own.keyboard.press(key);
  await own.keyboard.press("?");
  const keys = own.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Select the record");
  await expect(keys).not.toContainText("Edit the");
  await expect(keys).not.toContainText("New record");
  expect(own.url()).toBe(list);
  await own.goto("/p/acme");
  await own.keyboard.press("?");
  await expect(keys).toContainText("New record");
  await own.context().close();
});

/** Returns the empty space under the state, severity and age of a record, in pixels. */
function emptyUnderState(page: Page): Promise<number> {
  return page
    .getByRole("main")
    .locator("header > div:last-child")
    .evaluate((line) => {
      const bottoms = [...line.children].map((child) => child.getBoundingClientRect().bottom);
      return line.getBoundingClientRect().bottom - Math.max(...bottoms);
    });
}

test("a card of the SCIM log says when, under a heading in sentence case", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/project-scim-log");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^SCIM logs/);
  const cards = page.getByRole("list", { name: "SCIM Logs" }).getByRole("listitem");
  await expect(cards.first().locator("time")).toBeVisible();
  await page.goto("/p/acme/incident-member");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Incident members/);
});
