import { expect } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject } from "@/lib/schema/json";
import { inviteUser } from "./support/invite-user";
import { createRecord, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const project = "/p/acme";

test.beforeEach(({ page }) => signIn(page));

test("each change shows its words, its paths, its author and its channel", async ({
  page,
  request,
}) => {
  const id = sampleId("incident", 59);
  const change = (data: JsonObject) => callApi(request, "PUT", `/api/incident/${id}`, { data });
  const cause = "The pool of connections was too small for the traffic of that morning.";
  await change({ rootCause: cause, customFields: { region: "eu", steps: ["a", "b"] } });
  await change({ rootCause: cause.replace("small", "large") });
  await change({ customFields: { region: "eu", steps: ["a", "x", "b"] } });

  await page.goto(`${project}/incident/${id}?tab=history`);
  const entries = page.getByRole("list", { name: "Changes, newest first" }).locator("> li");
  await expect(entries.nth(0)).toContainText('steps[1]"x"');
  await expect(entries.nth(0)).toContainText("through the API");
  await expect(entries.nth(0)).toContainText("API key");
  await expect(entries.nth(1).locator("del")).toContainText("small");
  await expect(entries.nth(1).locator("ins")).toContainText("large");

  await entries
    .nth(1)
    .getByRole("button", { name: /^Root cause/ })
    .click();
  await expect(page).toHaveURL(/field=rootCause/);
  await expect(entries).toHaveCount(2);
  await page.reload();
  await expect(entries).toHaveCount(2);
  await page.getByRole("button", { name: "Show all fields" }).click();
  await expect(entries.nth(2)).toBeVisible();

  await entries
    .nth(0)
    .getByRole("link", { name: /^request/ })
    .click();
  await expect(page).toHaveURL(/change-log\?filter=/);
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("a timeline joins states, people and changes in one order", { tag: "@axe" }, async ({
  page,
  inspect,
}) => {
  await page.goto(`${project}/incident/${sampleId("incident", 58)}`);
  const moments = page.getByRole("list", { name: "Timeline, newest first" }).locator("> li");
  await expect(moments.nth(2)).toBeVisible();
  const times = () =>
    moments
      .locator("time")
      .evaluateAll((all) => all.map((one) => one.getAttribute("datetime") ?? ""));
  await page.waitForLoadState("networkidle");
  await expect.poll(async () => (await times()).length).toBeGreaterThan(4);
  const newest = await times();
  expect(newest).toEqual(newest.toSorted().toReversed());
  await page.getByRole("button", { name: "People", exact: true }).click();
  await expect(page).toHaveURL(/hide=person/);
  await expect(moments).not.toHaveCount(newest.length);
  await inspect(page);
});

test("a change caused by another names that one", { tag: "@hard" }, async ({ page, request }) => {
  const id = sampleId("incident", 58);
  const event = await createRecord(request, "incident-state-timeline", {
    incidentId: id,
    incidentStateId: sampleId("incident-state", 1),
  });
  await page.goto(`${project}/incident/${id}?tab=history`);
  const entries = page.getByRole("list", { name: "Changes, newest first" }).locator("> li");
  await expect(entries.first()).toContainText(/changed by adding the incident state event/);
  await expect(entries.first()).toContainText("through the API");
  await expect(entries.first().locator(`a[href$="${event}"]`)).toBeVisible();
});

test("the change log shows each operation as text, and links to records that still exist", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await createRecord(request, "label", { name: "Told of", color: "#123456" });
  const columns = "at,actorName,operation,resource,recordId,channel";
  await page.goto(
    `${project}/change-log?${new URLSearchParams({ filter: `record:${id}`, columns })}`,
  );
  await expect(gridRows(page)).toHaveCount(1);
  for (const words of ["Created", "Label", "API key", "API"]) {
    await expect(gridRows(page).getByText(words, { exact: true }).first()).toBeVisible();
  }
  const way = gridRows(page).getByRole("link", { name: "Told of" });
  await expect(way).toHaveAttribute("href", `${project}/label/${id}`);
  await callApi(request, "DELETE", `/api/label/${id}`);
  await page.reload();
  await expect(gridRows(page)).toHaveCount(2);
  await expect(gridRows(page).first()).toContainText("Deleted");
  await expect(gridRows(page).getByRole("button", { name: `Copy the id ${id}` })).toHaveCount(2);
  await expect(way).toHaveCount(0);
});

test("hostile values stay text wherever a record shows them", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  page.on("dialog", () => expect(true, "a dialog opened").toBe(false));
  const { _id: id } = await callApi(request, "POST", "/api/incident", {
    data: {
      projectId: sampleId("project", 1),
      title: hostile,
      description: `[click](javascript:alert(3)) ${hostile} ![](https://evil.example/x.png)`,
      rootCause: `[x]: javascript:alert(4)\n\n<a href="javascript:alert(5)">here</a>`,
      customFields: { [hostile]: hostile, url: "javascript:alert(6)" },
      incidentSeverityId: sampleId("incident-severity", 1),
      currentIncidentStateId: sampleId("incident-state", 1),
      declaredAt: new Date().toISOString(),
    },
  });
  for (const tab of ["overview", "history", "related", "api"]) {
    await page.goto(`${project}/incident/${id}?tab=${tab}`);
    await expect(page.getByRole("tab", { selected: true })).toBeVisible();
    await expect(page.getByRole("tabpanel")).not.toBeEmpty();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(hostile);
    const main = page.getByRole("main");
    await expect(main.locator("img, script, [onerror], a[href^='javascript']")).toHaveCount(0);
  }
  await page.goto(`${project}/incident/${id}/edit`);
  await expect(page.getByLabel(/^Title/)).toHaveValue(hostile);
  await expect(page.getByRole("textbox", { name: "Custom fields" })).toContainText("alert(6)");
  await expect(page.getByRole("main").locator("img, script, [onerror]")).toHaveCount(0);
  await callApi(request, "DELETE", `/api/incident/${id}`);
});

test("a value is changed by a click on it, with a way back", { tag: "@hard" }, async ({ page }) => {
  await page.goto(`${project}/incident/${sampleId("incident", 57)}`);
  const text = page.getByRole("textbox", { name: "Description" });
  await page.getByRole("button", { name: "Edit Description" }).click();
  const before = await text.inputValue();
  await text.fill("Changed **in place**");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The timeline shows the change too, sooner or later.
  const strong = "strong:not(section[aria-label='Timeline'] *)";
  const changed = page.getByRole("main").locator(strong, { hasText: "in place" });
  await expect(changed).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  await page.getByRole("button", { name: "Edit Description" }).click();
  await expect(text).toHaveValue(before);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit Description" })).toBeFocused();
});

test("a person's history shows the changes since they joined the project", {
  tag: "@hard",
}, async ({ browser, page }) => {
  const projectId = await sampleProjectId(page.request);
  const permissions = ["Project Member"];
  const own = await inviteUser(browser, page, projectId, { name: "Nora", permissions });
  await own.goto(`${project}/people`);
  const rename = await own.request.post("/api/me", {
    data: { data: { name: "Nora Renamed" } },
    headers: { Origin: new URL(own.url()).origin },
  });
  expect(rename.status()).toBe(200);
  await page.goto(`${project}/people`);
  await page.getByRole("button", { name: "Actions for Nora Renamed" }).click();
  await page.getByRole("menuitem", { name: "User history" }).click();
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]+\?tab=history/);
  // This member of the project does not own the deployment.
  await own.goto(page.url());
  const entries = own.getByRole("list", { name: "Changes, newest first" }).locator("> li");
  await expect(entries.first()).toContainText("Renamed");
  await expect(entries).toHaveCount(2);
  await own.context().close();
});
