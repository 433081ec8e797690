import { expect, type Locator, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject } from "@/lib/schema/json";
import { holdResponses } from "./support/hold-response";
import { createRecord, gridRows } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

const ways = [
  { by: "mouse", isEscaped: false },
  { by: "mouse", isEscaped: true },
  { by: "keyboard", isEscaped: false },
  { by: "keyboard", isEscaped: true },
] as const;

type Way = (typeof ways)[number];

/** Picks the option in a record picker, and leaves the field by Tab. */
async function pick(field: Locator, name: string, { by, isEscaped }: Way): Promise<void> {
  const page = field.page();
  await field.click();
  await field.fill(name);
  const option = page.getByRole("option", { name, exact: true });
  await expect(option).toBeVisible();
  if (by === "mouse") await option.click();
  else {
    await field.press("ArrowDown");
    await expect(field).toHaveAttribute("aria-activedescendant", /.+/);
    await field.press("Enter");
  }
  await expect(field).toHaveValue("");
  if (isEscaped) await field.press("Escape");
  await field.press("Tab");
  await expect(field).not.toBeFocused();
}

function chosen(page: Page | Locator, title: string): Locator {
  return page.getByRole("grid", { name: title }).getByRole("row");
}

for (const [number, way] of ways.entries()) {
  // One place is tested daily, in one way.
  const tag = number === 2 ? [] : ["@hard"];
  const how = `picked by ${way.by}${way.isEscaped ? " and Escape" : ""}`;

  test(`Tab leaves a form's list field with the record ${how}`, { tag: "@hard" }, async ({
    page,
    request,
  }) => {
    const id = await createRecord(request, "service", { name: "Picked" });
    await page.goto(`/p/acme/service/${id}/edit`);
    await pick(page.getByRole("combobox", { name: "Labels" }), "us-east", way);
    await expect(chosen(page, "Labels, in order")).toHaveText([/us-east/]);
    await page.getByRole("button", { name: "Save service" }).click();
    await expect(page).toHaveURL(new RegExp(`/service/${id}$`));
    const record = await callApi<JsonObject>(
      ...([request, "POST", `/api/service/${id}/get-item`] as const),
      { select: { labels: true } },
    );
    expect(record["labels"]).toHaveLength(1);
    // The page would ask for the services around one that is gone.
    await page.goto("about:blank");
    await callApi(request, "DELETE", `/api/service/${id}`);
  });

  test(`Tab leaves the value of a filter with the record ${how}`, { tag }, async ({ page }) => {
    await page.goto("/p/acme/incident?filter=labels%3Adatabase");
    await page.getByRole("button", { name: /^Labels/ }).click();
    const editor = page.getByRole("dialog", { name: /^Condition/ });
    await pick(editor.getByRole("combobox", { name: "Labels" }), "us-east", way);
    await expect(chosen(editor, "Labels, in order")).toHaveText([/database/, /us-east/]);
  });

  test(`Tab leaves the list field of a dialog with the record ${how}`, { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto("/p/acme/incident");
    await gridRows(page).first().getByRole("checkbox").check();
    await page.getByRole("button", { name: "Set a field…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Field/ }).click();
    await page.getByRole("option", { name: "Labels", exact: true }).click();
    await pick(dialog.getByRole("combobox", { name: "Labels" }), "us-east", way);
    await expect(chosen(dialog, "Labels, in order")).toHaveText([/us-east/]);
  });

  test(`Tab leaves the editor of a value with the record ${how}`, { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto(`/p/acme/monitor/${sampleId("monitor", 1)}`);
    await page.getByRole("button", { name: "Edit Labels" }).click();
    const editor = page.getByRole("form", { name: "Edit Labels" });
    await expect(chosen(editor, "Labels, in order").first()).toBeVisible();
    const before = await chosen(editor, "Labels, in order").count();
    await pick(editor.getByRole("combobox", { name: "Labels" }), "third-party", way);
    await expect(chosen(editor, "Labels, in order")).toHaveCount(before + 1);
    await expect(chosen(editor, "Labels, in order").last()).toContainText("third-party");
  });
}

test("Tab does not select a record that was only hovered", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/alert/new");
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await severity.click();
  await severity.fill("High");
  await page.getByRole("option", { name: "High", exact: true }).click();
  await expect(severity).toHaveValue("High");
  await severity.press("ArrowDown");
  await severity.press("ArrowDown");
  await expect(severity).toHaveAttribute("aria-activedescendant", /.+/);
  await severity.press("Tab");
  await expect(severity).toHaveValue("High");
});

test("a field that finds records shows no option that the typed text rules out", async ({
  page,
}) => {
  await page.goto("/p/acme/alert/new");
  const labels = page.getByRole("combobox", { name: /^Labels/ });
  await labels.click();
  const option = (name: string) => page.getByRole("option", { name, exact: true });
  await expect(option("us-east")).toBeVisible();
  await expect(option("third-party")).toBeVisible();
  const showFound = await holdResponses(page, "**/api/label/get-list");
  await labels.fill("third");
  await expect(option("us-east")).toHaveCount(0);
  await option("third-party").click();
  showFound();
  await labels.press("Tab");
  await expect(chosen(page, "Labels, in order")).toHaveText([/third-party/]);
});

test("a typed name is taken if one record has it, and otherwise stays with an error", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await createRecord(request, "service", { name: "Typed names" });
  await page.goto(`/p/acme/service/${id}/edit`);
  const labels = page.getByRole("combobox", { name: "Labels" });
  const save = page.getByRole("button", { name: "Save service" });
  await labels.click();
  await labels.fill("US-East");
  await expect(page.getByRole("option", { name: "us-east", exact: true })).toBeVisible();
  await labels.press("Tab");
  await expect(chosen(page, "Labels, in order")).toHaveText([/us-east/]);
  await labels.click();
  await labels.fill("us-nowhere");
  await labels.press("Enter");
  await save.click();
  const problem = page.getByText("Labels has “us-nowhere”, which is not chosen from the list");
  await expect(problem).toBeVisible();
  await expect(page).toHaveURL(/\/edit$/);
  await page.getByRole("button", { name: /^Remove .*us-nowhere/ }).click();
  await save.click();
  await expect(page).toHaveURL(new RegExp(`/service/${id}$`));
  const select = { select: { labels: true } };
  const { labels: saved } = await callApi<{ labels: unknown[] }>(
    ...([request, "POST", `/api/service/${id}/get-item`, select] as const),
  );
  expect(saved).toHaveLength(1);
});

test("a typed name in a field for one record stays after the field is left", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/alert/new");
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await severity.click();
  await severity.fill("high");
  await expect(page.getByRole("option", { name: "High", exact: true })).toBeVisible();
  await severity.press("Tab");
  await expect(severity).toHaveValue("High");
  await severity.click();
  await severity.fill("Hig");
  await severity.press("Tab");
  await expect(severity).toHaveValue("Hig");
  await page.getByRole("button", { name: "Create alert" }).click();
  await expect(page.getByText("Severity has “Hig”, which is not chosen")).toBeVisible();
  await severity.fill("high");
  await expect(page.getByRole("option", { name: "High", exact: true })).toBeVisible();
  await severity.press("Tab");
  await expect(severity).toHaveValue("High");
  await expect(page.getByText("which is not chosen")).toHaveCount(0);
});

/** Types a name into a record picker, waits for a text in its list, and closes the list. */
async function typeAndClose(field: Locator, name: string, listed: string): Promise<void> {
  await field.fill(name);
  const list = field.page().getByRole("listbox");
  await expect(list.getByText(listed, { exact: true })).toBeVisible();
  await field.locator("xpath=following-sibling::button").click();
  await expect(list).toHaveCount(0);
  await expect(field).toHaveValue(name);
}

test("Cancel and Save take the first press after a typed name", async ({ page, request }) => {
  const id = await createRecord(request, "service", {
    ...{ name: "Pressed", labels: [sampleId("label", 1)] },
  });
  await page.goto(`/p/acme/service/${id}`);
  const editor = page.getByRole("form", { name: "Edit Labels" });
  const labels = editor.getByRole("combobox", { name: "Labels" });
  const open = () => page.getByRole("button", { name: "Edit Labels" }).click();
  const press = (name: string) => editor.getByRole("button", { name, exact: true }).click();
  await open();
  await typeAndClose(labels, "us-nowhere", "Create a label “us-nowhere”…");
  await press("Cancel");
  await expect(editor).toHaveCount(0);
  await open();
  await typeAndClose(labels, "us-nowhere", "Create a label “us-nowhere”…");
  await press("Save");
  await expect(editor.getByText("Labels has “us-nowhere”, which is not chosen")).toBeVisible();
  await editor.getByRole("button", { name: /^Remove .*us-nowhere/ }).click();
  await typeAndClose(labels, "us-east", "us-east");
  await press("Save");
  await expect(page.getByText("Labels saved")).toBeVisible();
  await callApi(request, "DELETE", `/api/service/${id}`);
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("Cancel takes the first tap after a typed name", { tag: "@hard" }, async ({ page }) => {
    await page.goto(`/p/acme/monitor/${sampleId("monitor", 1)}`);
    await page.getByRole("button", { name: "Edit Labels" }).tap();
    const editor = page.getByRole("form", { name: "Edit Labels" });
    const labels = editor.getByRole("combobox", { name: "Labels" });
    await typeAndClose(labels, "us-nowhere", "Create a label “us-nowhere”…");
    await editor.getByRole("button", { name: "Cancel" }).tap();
    await expect(editor).toHaveCount(0);
  });
});

test("a typed name is replaced by its record when a late search finds it", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/alert/new");
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await severity.click();
  await severity.fill("nowhere");
  await expect(
    page.getByRole("option", { name: "Create an alert severity “nowhere”…" }),
  ).toBeVisible();
  const showFound = await holdResponses(page, "**/api/alert-severity/get-list");
  await severity.fill("high");
  await severity.press("Tab");
  await expect(severity).toHaveValue("high");
  showFound();
  await expect(severity).toHaveValue("High");
});

test("Enter keeps a typed name after the list was closed", async ({ page }) => {
  await page.goto("/p/acme/alert/new");
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await typeAndClose(severity, "Hig", "High");
  await severity.press("Enter");
  await expect(page.getByText("Severity has “Hig”, which is not chosen")).toBeVisible();
});

test("a name that is not in the list is no selected option", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/alert/new");
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await severity.fill("Hig");
  await severity.press("Tab");
  await severity.click();
  const unchosen = page.getByRole("option", { name: /^Hig\b/ });
  await expect(unchosen).toContainText("not in the list");
  await expect(unchosen).not.toContainText("selected");
  await severity.press("Tab");
  const labels = page.getByRole("combobox", { name: /^Labels/ });
  await labels.fill("us-nowhere");
  await labels.press("Enter");
  await expect(chosen(page, "Labels, in order")).toHaveText([/^us-nowhere/]);
  await labels.fill("us-nowhere");
  await expect(page.getByRole("option")).toHaveText(["Create a label “us-nowhere”…"]);
});
