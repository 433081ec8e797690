import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { newId } from "@/lib/store/port/new-id";
import { holdResponses } from "./support/hold-response";
import { createRecord, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

function listOf(filter: string): string {
  return `/p/acme/label?${new URLSearchParams({ filter })}`;
}

async function setDescription(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Set a field…" }).click();
  await page.getByRole("button", { name: /Field/ }).click();
  await page.getByRole("option", { name: "Description" }).click();
  await page.getByRole("textbox", { name: "Description" }).fill(text);
  await page.getByRole("button", { name: "Set description…" }).click();
}

test("set, undone, deleted: counted exactly, shown before, one request in the log", async ({
  page,
  request,
}) => {
  for (const n of [1, 2, 3]) {
    await createRecord(request, "label", {
      name: `bulk-${n}`,
      color: "#123456",
      description: `Was ${n}`,
    });
  }
  await page.goto(listOf("name^=bulk-"));
  await expect(gridRows(page)).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await setDescription(page, "Set for all");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("listitem").filter({ hasText: "bulk-2" })).toContainText("Was 2");
  await dialog.getByRole("button", { name: "Set description of 3 labels" }).click();
  const last = page.getByRole("region", { name: "Last action" });
  await expect(last).toContainText("3 labels changed");
  await expect(gridRows(page).filter({ hasText: "Set for all" })).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await setDescription(page, "Set for all");
  await expect(dialog).toContainText("3 of 3 already have this value.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Clear selection" }).click();
  const log = await callApi<{ data: { requestId: string }[] }>(
    ...([request, "POST", "/api/change-log/get-list"] as const),
    { query: { resource: "label", operation: "update" }, select: { requestId: true }, limit: 3 },
  );
  expect(new Set(log.data.map(({ requestId }) => requestId)).size).toBe(1);
  await last.getByRole("button", { name: "Undo" }).click();
  await expect(last).toContainText("3 labels restored");
  await expect(gridRows(page).filter({ hasText: "Was 2" })).toHaveCount(1);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await expect(dialog).toContainText("This cannot be undone.");
  await dialog.getByRole("button", { name: "Delete 3 labels" }).click();
  await expect(page.getByText("No labels match")).toBeVisible();
  await expect(last).toContainText("3 labels deleted");
  await expect(last.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("records changed since the preview are refused and named; the undo skips later changes", {
  tag: "@hard",
}, async ({ page, request }) => {
  const ids: string[] = [];
  for (const n of [1, 2, 3]) {
    ids.push(await createRecord(request, "label", { name: `stale-${n}`, color: "#123456" }));
  }
  await page.goto(listOf("name^=stale-"));
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await setDescription(page, "Ours");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  const change = (id: string | undefined, description: string) =>
    callApi(request, "PUT", `/api/label/${id}`, { data: { description } });
  await change(ids[1], "Theirs");
  await dialog.getByRole("button", { name: "Set description of 3 labels" }).click();
  const each = page.getByRole("dialog", { name: "1 of 3 labels not changed" });
  await expect(each.getByRole("listitem").first()).toContainText("stale-2");
  await expect(each.getByRole("listitem").first()).toContainText("changed after you read it");
  await each.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(gridRows(page).filter({ hasText: "Theirs" })).toHaveCount(1);
  await change(ids[0], "Later");
  const last = page.getByRole("region", { name: "Last action" });
  await last.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("dialog", { name: /1 of 2 labels not restored/ })).toContainText(
    "stale-1",
  );
  for (const id of ids) await callApi(request, "DELETE", `/api/label/${id}`);
});

test("Escape asks before it discards the value for many records", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  await createMany(request, "escaped", 2);
  await page.goto(listOf("name^=escaped-"));
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Set a field…" }).click();
  const dialog = page.getByRole("dialog", { name: "Set a field of 2 labels" });
  await page.getByRole("button", { name: /Field/ }).click();
  await page.getByRole("option", { name: "Description" }).click();
  const field = page.getByRole("textbox", { name: "Description" });
  await field.fill("A long text");
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(field).toHaveValue("A long text");
  await field.fill("");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("deleting many records requires typing their number", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  await createMany(request, "many", 30);
  await page.goto(`${listOf("name^=many-")}&size=25`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const letThrough = await holdResponses(page, "**/api/label/versions");
  await page.getByRole("button", { name: "Select all 30" }).click();
  await expect(page.getByRole("button", { name: "Delete…" })).toBeDisabled();
  letThrough();
  await page.getByRole("button", { name: "Delete…" }).click();
  const confirm = page.getByRole("button", { name: "Delete 30 labels" });
  await expect(page.getByText("and 20 more")).toBeVisible();
  await expect(confirm).toBeDisabled();
  await page.getByRole("textbox", { name: "Type 30 to confirm" }).fill("30");
  await confirm.click();
  await expect(page.getByText("No labels match")).toBeVisible();
});

test("once the last page is empty, the page before it is shown", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  await createMany(request, "ending", 30);
  await page.goto(`${listOf("name^=ending-")}&size=25`);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("26–30 of 30")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 5 labels" }).click();
  await expect(page.getByText("1–25 of 25")).toBeVisible();
  await expect(gridRows(page).first()).toContainText("ending-");
  await expect(page.getByText("No labels match")).toHaveCount(0);
});

test("a step is applied to records that can take it, and the others are counted", async ({
  page,
  request,
}) => {
  const stateOf = async (name: string) => {
    const found = await callApi<{ data: { _id: string }[] }>(
      ...([request, "POST", "/api/alert-state/get-list"] as const),
      { query: { name, projectId: await sampleProjectId(request) } },
    );
    return found.data[0]?._id ?? "";
  };
  const severity = await callApi<{ data: { _id: string }[] }>(
    ...([request, "POST", "/api/alert-severity/get-list"] as const),
    { query: { projectId: await sampleProjectId(request) } },
  );
  const word = newId();
  for (const [n, state] of ["Identified", "Resolved", "Identified"].entries()) {
    await createRecord(request, "alert", {
      title: `${word} ${n}`,
      currentAlertStateId: await stateOf(state),
      alertSeverityId: severity.data[0]?._id ?? "",
    });
  }
  await page.goto(`/p/acme/alert?${new URLSearchParams({ filter: `title^=${word}` })}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("1 of 3 is already resolved");
  // The second press, while the first request is pending, does nothing.
  await dialog.getByRole("button", { name: "Resolve 2 alerts" }).dblclick();
  await expect(page.getByRole("region", { name: "Last action" })).toContainText(
    "2 alerts resolved",
  );
  const events = await callApi<{ count: number }>(
    ...([request, "POST", "/api/alert-state-timeline/count"] as const),
    {
      query: {
        alertStateId: await stateOf("Resolved"),
        alert: { title: { _type: "StartsWith", value: word } },
      },
    },
  );
  expect(events.count).toBe(3);
  await expect(gridRows(page).filter({ hasText: "Resolved" })).toHaveCount(3);
  const last = page.getByRole("region", { name: "Last action" });
  await last.getByRole("button", { name: "Undo" }).click();
  await expect(last).toContainText("2 alerts restored");
  await expect(gridRows(page).filter({ hasText: "Resolved" })).toHaveCount(1);
});

test("the preview shows every added value, and skipped records are deselected", {
  tag: "@hard",
}, async ({ page, request }) => {
  const names = ["first", "second", "third", "fourth"].map((one) => `${one} of the added labels`);
  const labels: string[] = [];
  for (const name of names)
    labels.push(await createRecord(request, "label", { name, color: "#123456" }));
  await createRecord(request, "service", { name: "adding-full", labels });
  await createRecord(request, "service", { name: "adding-empty", labels: [] });
  await page.goto(`/p/acme/service?${new URLSearchParams({ filter: "name^=adding-" })}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Set a field…" }).click();
  await page.getByRole("button", { name: /Field/ }).click();
  await page.getByRole("option", { name: "Labels", exact: true }).click();
  for (const name of names) {
    await page.getByRole("combobox", { name: "Labels" }).fill(name);
    await page.getByRole("option", { name, exact: true }).click();
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add labels…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("1 of 2 already has all of these.");
  for (const name of names) await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Add labels to 1 service" }).click();
  const last = page.getByRole("region", { name: "Last action" });
  await expect(last).toContainText("1 service changed");
  await expect(page.getByRole("region", { name: "Selected records" })).toHaveCount(0);
});

test("each refused record is named, and stays selected", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/incident-severity");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await expect(page.getByRole("alertdialog")).toContainText(
    "Records that are in use cannot be deleted",
  );
  await page.getByRole("button", { name: "Delete 3 incident severities" }).click();
  const each = page.getByRole("dialog", { name: "3 of 3 incident severities not deleted" });
  await each.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("3 selected")).toBeVisible();
});

test("select all selects the list on the screen, except records deselected meanwhile", {
  tag: "@hard",
}, async ({ page, request }) => {
  await createMany(request, "whole", 30);
  await page.goto(`${listOf("name^=whole-")}&size=25`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const showTheOthers = await holdResponses(page, "**/api/label/get-list");
  await page.getByRole("button", { name: /^Remove: / }).click();
  await expect(page).not.toHaveURL(/filter/);
  const letThrough = await holdResponses(page, "**/api/label/versions");
  await page.getByRole("button", { name: "Select all 30" }).click();
  await gridRows(page).first().getByRole("checkbox").uncheck();
  await expect(page.getByText("24 selected")).toBeVisible();
  letThrough();
  await expect(page.getByText("29 selected")).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("button", { name: "Export" }).click();
  const [sent] = await Promise.all([
    page.waitForRequest("**/api/label/export?*"),
    page.getByRole("menuitem", { name: "NDJSON" }).click(),
  ]);
  expect(sent.postData()).toContain("whole-");
  showTheOthers();
  await expect(page.getByRole("heading", { level: 1, name: "Labels" })).not.toHaveText("Labels30");
});

test("the focus stays in the bar under the list", { tag: "@hard" }, async ({ page, request }) => {
  await createMany(request, "keys", 2);
  await page.goto(listOf("name^=keys-"));
  await gridRows(page).first().getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected records" });
  await page.getByRole("button", { name: "Select all 2" }).press("Enter");
  await expect(page.getByText("2 selected")).toBeVisible();
  await expect(bar).toBeFocused();
  await page.getByRole("button", { name: "Clear selection" }).press("Enter");
  await expect(page.locator("footer:focus")).toBeVisible();
  await gridRows(page).first().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete…" }).press("Enter");
  const confirm = page.getByRole("button", { name: "Delete 1 label" });
  await expect(confirm).toBeEnabled();
  await confirm.press("Enter");
  await expect(page.getByText("1 label deleted")).toBeVisible();
  await expect(page.locator("footer:focus")).toBeVisible();
});

test("deletion waits for its effects to be shown; the result is shown at once", {
  tag: "@hard",
}, async ({ page, request }) => {
  await createMany(request, "late", 2);
  await page.goto(listOf("name^=late-"));
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const tellEffects = await holdResponses(page, "**/api/*/count");
  await page.getByRole("button", { name: "Delete…" }).click();
  const confirm = page.getByRole("button", { name: "Delete 2 labels" });
  await expect(confirm).toBeVisible();
  await expect(page.getByText("late-1").last()).toBeVisible();
  await expect(confirm).toBeDisabled();
  tellEffects();
  const showTheRest = await holdResponses(page, "**/api/label/get-list");
  await confirm.click();
  await expect(page.getByText("2 labels deleted")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  showTheRest();
  await expect(page.getByText("No labels match")).toBeVisible();
});

test("the result of an action is shown after another action, or after the list was left", {
  tag: "@hard",
}, async ({ page, request }) => {
  await createMany(request, "twice", 2);
  await page.goto(listOf("name^=twice-"));
  const main = page.getByRole("navigation", { name: "Main" });
  // The link's name contains the number of open alerts once that is loaded.
  await main.locator('a[href="/p/acme/alert"]').click();
  await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeVisible();
  await page.goBack();
  await gridRows(page).first().getByRole("checkbox").check();
  await setDescription(page, "First");
  await page.getByRole("button", { name: "Set description of 1 label" }).click();
  const last = page.getByRole("region", { name: "Last action" });
  await expect(last).toContainText("1 label changed");
  const putBack = await holdResponses(page, "**/api/label/bulk-update");
  await last.getByRole("button", { name: "Undo" }).click();
  await gridRows(page).nth(1).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 1 label" }).click();
  await expect(last).toContainText("1 label deleted");
  putBack();
  await expect(page.getByText("1 label restored")).toBeVisible();
  await expect(last).toContainText("1 label deleted");
  await page.unroute("**/api/label/bulk-update");
  await gridRows(page).first().getByRole("checkbox").check();
  await setDescription(page, "Second");
  const write = await holdResponses(page, "**/api/label/bulk-update");
  await page.getByRole("button", { name: "Set description of 1 label" }).click();
  await expect(page.getByText("0 of 1")).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeVisible();
  write();
  await expect(page.getByText("1 label changed")).toBeVisible();
});

test.describe("without a response", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test("the outcome is shown as unknown", { tag: "@hard" }, async ({ page, request }) => {
    await createMany(request, "lost", 3);
    await page.goto(listOf("name^=lost-"));
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await setDescription(page, "Set");
    await page.route("**/api/label/bulk-update", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Set description of 3 labels" }).click();
    const each = page.getByRole("dialog", { name: "3 of 3 labels: outcome unknown" });
    await expect(each).toContainText("Check the record before you try again.");
    await each.getByRole("button", { name: "Close" }).last().click();
    await expect(page.getByRole("region", { name: "Last action" })).toContainText(
      "0 labels changed, 3 unknown",
    );
    await expect(page.getByText("3 selected")).toBeVisible();
  });
});

async function createMany(request: APIRequestContext, word: string, count: number): Promise<void> {
  const projectId = await sampleProjectId(request);
  const items = Array.from({ length: count }, (_, n) => ({
    data: { projectId, name: `${word}-${n}`, color: "#123456" },
  }));
  await callApi(request, "POST", "/api/label/bulk-create", { items });
}

test.describe("an undo that was not sent", { tag: "@hard" }, () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("is offered again for many records", async ({ page, context, request }) => {
    for (const n of [1, 2]) {
      const data = { name: `again-${n}`, color: "#123456", description: `Was ${n}` };
      await createRecord(request, "label", data);
    }
    await page.goto(listOf("name^=again-"));
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await setDescription(page, "Set for all");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Set description of 2 labels" }).click();
    const last = page.getByRole("region", { name: "Last action" });
    await expect(last).toContainText("2 labels changed");
    await context.setOffline(true);
    await last.getByRole("button", { name: "Undo" }).click();
    await expect(last).toContainText("2 refused");
    await context.setOffline(false);
    await page.keyboard.press("Escape");
    await last.getByRole("button", { name: "Undo the rest" }).click();
    await expect(last).toContainText("2 labels restored");
    await expect(gridRows(page).filter({ hasText: "Was 2" })).toHaveCount(1);
    await expect(last.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  });

  test("is offered again for a created record", async ({ page, context, request }) => {
    await page.goto("/p/acme/label/new");
    await page.getByLabel(/^Name/).fill("Not wanted");
    await page.getByLabel(/^Color/).fill("#334455");
    await page.getByRole("button", { name: "Create label" }).click();
    await expect(page.getByText("Label created")).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undo failed")).toBeVisible();
    await context.setOffline(false);
    await page
      .getByRole("region", { name: /Notifications?/i })
      .getByRole("button", { name: "Try again" })
      .click();
    await expect(page.getByText("Label deleted")).toBeVisible();
    const query = { name: "Not wanted", projectId: await sampleProjectId(request) };
    expect(await callApi(request, "POST", "/api/label/count", { query })).toEqual({ count: 0 });
  });

  test("is offered again for a changed record", async ({ page, context, request }) => {
    const data = { name: "Named before", color: "#123456" };
    const id = await createRecord(request, "label", data);
    await page.goto(`/p/acme/label/${id}/edit`);
    await page.getByLabel(/^Name/).fill("Named since");
    await page.getByRole("button", { name: "Save label" }).click();
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText("Named since");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undo failed")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("You are offline")).toHaveCount(0);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Change undone")).toBeVisible();
    await expect(title).toHaveText("Named before");
  });
});
