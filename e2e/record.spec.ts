import { expect, type Page } from "@playwright/test";
import { formColumns } from "@/components/fields/inputs/form-values";
import { titleOf } from "@/components/fields/title";
import { exampleData } from "@/lib/resources/examples/examples";
import { referenceResources } from "@/lib/resources/index";
import { sampleId } from "@/lib/resources/sample-project/sample-row";
import type { FieldKind } from "@/lib/schema/field";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { fillIn, label, unfold } from "./fill-in";
import { asProgram, signIn } from "./person";
import { test } from "./test";

const project = "/p/acme";

test.beforeEach(({ page }) => signIn(page));

for (const resource of referenceResources) {
  const may = (operation: Resource["operations"][number]) =>
    resource.operations.includes(operation);

  if (may("create")) {
    test(`${resource.path}: created, found, changed, copied and deleted`, async ({ page }) => {
      test.setTimeout(90_000);
      const id = await create(page, resource);
      await expectShown(page, resource, exampleData(resource));
      await find(page, resource, id);
      if (may("update")) await change(page, resource);
      const copy = await duplicate(page, resource, id);
      expect(copy).not.toBe(id);
      if (may("delete")) for (const one of [copy, id]) await remove(page, resource, one);
    });
  }

  if (!may("update")) {
    test(`${resource.path}: offers no change that nobody may make`, async ({ page, request }) => {
      const list = `/api/${resource.path}/get-list`;
      const { data } = await asProgram<{ data: JsonObject[] }>(request, "POST", list, {});
      await page.goto(`${project}/${resource.path}/${data[0]?.["_id"]}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
      await page.getByRole("button", { name: "More actions" }).click();
      const actions = may("create") ? ["Duplicate", "Copy id"] : ["Copy id"];
      await expect(page.getByRole("menuitem")).toHaveText(actions);
    });
  }
}

test("required fields are named where they are, and the first of them is reached", async ({
  page,
}) => {
  await page.goto(`${project}/alert/new`);
  await page.getByRole("button", { name: "Create alert" }).click();
  await expect(page.getByText("Title is required.")).toBeVisible();
  await expect(page.getByText("Severity is required.")).toBeVisible();
  await expect(page.getByLabel(/^Title/)).toBeFocused();
});

test.describe("what the server refuses", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("stands at its field", async ({ page }) => {
    await page.goto(`${project}/incident/${sampleId("incident", 60)}/edit`);
    await page.route(/\/api\/incident\//, async (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      const message = "title was seen before.";
      const errors = [{ pointer: "/data/title", field: "title", message }];
      await route.fulfill({ status: 400, json: { code: "validation", detail: message, errors } });
    });
    await page.getByLabel(/^Title/).fill("Seen before");
    await page.getByRole("button", { name: "Save incident" }).click();
    await expect(page.getByText("Title was seen before.")).toBeVisible();
    await expect(page.getByLabel(/^Title/)).toBeFocused();
  });
});

test("a record is chosen by typing its name", async ({ page }) => {
  await page.goto(`${project}/alert/new`);
  const severity = page.getByRole("combobox", { name: /^Severity/ });
  await severity.click();
  await severity.pressSequentially("hig");
  await page.getByRole("option", { name: "High" }).click();
  await expect(severity).toHaveValue("High");
});

test.describe("someone else saved first", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("what does not clash comes together, what does is asked", async ({ page, request }) => {
    const id = sampleId("alert-severity", 1);
    const elsewhere = (data: JsonObject) =>
      asProgram(request, "PUT", `/api/alert-severity/${id}`, { data });
    const before = await asProgram(request, "GET", `/api/alert-severity/${id}/get-item`);

    await page.goto(`${project}/alert-severity/${id}/edit`);
    await page.getByLabel(/^Name/).fill("Mine");
    await elsewhere({ description: "Theirs" });
    await page.getByRole("button", { name: "Save alert severity" }).click();
    await expect(page.getByText("Their Description was kept.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mine");
    await expect(page.getByText("Theirs")).toBeVisible();

    await page.goto(`${project}/alert-severity/${id}/edit`);
    await page.getByLabel(/^Name/).fill("Mine again");
    await page.getByLabel("Description").fill("My description");
    await elsewhere({ name: "Theirs again" });
    await page.getByRole("button", { name: "Save alert severity" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("group")).toHaveCount(1);
    await expect(dialog).toContainText("Mine again");
    await expect(dialog).toContainText("Originally: Mine");
    await dialog.getByLabel("Theirs").check();
    await dialog.getByRole("button", { name: "Save with these choices" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Theirs again");
    await expect(page.getByText("My description")).toBeVisible();
    const { name = null, description = null } = before;
    await elsewhere({ name, description });
  });
});

test("a draft survives leaving and reloading, without secrets, until it is saved", async ({
  page,
}) => {
  const form = page.getByRole("form");
  await page.goto(`${project}/status-page-private-user/new`);
  await form.getByLabel("E-mail").fill("draft@partner.example");
  await form.getByLabel("Password", { exact: true }).fill("never kept 4711");
  await page.getByRole("link", { name: "Status Page Private Users" }).first().click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("draft@");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("4711");

  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/Your draft of .* is restored/)).toBeVisible();
  await expect(form.getByLabel("E-mail")).toHaveValue("draft@partner.example");
  await expect(form.getByLabel("Password", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(form.getByLabel("E-mail")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("draft@");

  await page.goto(`${project}/alert-severity/${sampleId("alert-severity", 2)}/edit`);
  await page.getByLabel("Description").fill("Saved at once");
  await page.getByRole("button", { name: "Save alert severity" }).click();
  await expect(page.getByText("Saved at once")).toBeVisible();
  await page.waitForTimeout(500);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByText("No changes yet")).toBeVisible();
});

test("an incident is acknowledged and resolved, with a way back", async ({ page }) => {
  await page.goto(`${project}/incident/${sampleId("incident", 60)}`);
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText("INC-60 acknowledged")).toBeVisible();
  await expect(page.getByRole("button", { name: "Acknowledge" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Acknowledge" })).toBeVisible();
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByRole("button", { name: "Resolve" })).toHaveCount(0);
  await expect(page.getByText("Resolved after")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("button", { name: "Resolve" })).toBeVisible();
});

async function create(page: Page, resource: Resource): Promise<string> {
  await page.goto(`${project}/${resource.path}/new`);
  const form = page.getByRole("form", { name: `New ${resource.name}` });
  await expect(form).toBeVisible();
  await unfold(page);
  const data = exampleData(resource);
  for (const column of formColumns(resource)) {
    const value = data[column.name];
    if (value !== undefined) await fillIn(form, column, value);
  }
  await form.getByRole("button", { name: /^Create / }).click();
  return await idInAddress(page, resource);
}

async function idInAddress(page: Page, resource: Resource, other = "new"): Promise<string> {
  const address = new RegExp(`/${resource.path}/(?!new|${other})([0-9a-f-]{36})$`);
  await expect(page).toHaveURL(address);
  return address.exec(page.url())?.[1] ?? "";
}

async function expectShown(page: Page, resource: Resource, data: JsonObject): Promise<void> {
  const main = page.getByRole("main");
  for (const { name, field } of formColumns(resource)) {
    const value = data[name];
    const shown = value === undefined ? undefined : asShown[field.kind]?.(value);
    if (shown !== undefined) await expect(main).toContainText(shown);
  }
}

/** Kinds that are shown as they were typed. */
const asShown: Readonly<Partial<Record<FieldKind, (value: JsonValue) => string>>> = {
  text: String,
  longText: String,
  veryLongText: String,
  color: String,
  email: String,
  url: String,
};

async function find(page: Page, resource: Resource, id: string): Promise<void> {
  await page.goto(`${project}/${resource.path}`);
  await page.locator(`[id="row-${id}"]`).focus();
  await page.keyboard.press("Enter");
  await idInAddress(page, resource);
  await expect(page.getByRole("tab", { name: "Overview" })).toBeVisible();
}

/** Changes what can be typed; where there is nothing but references, one of them. */
async function change(page: Page, resource: Resource): Promise<void> {
  await page.getByRole("link", { name: "Edit" }).click();
  const form = page.getByRole("form", { name: `Edit ${resource.name}` });
  await expect(form).toBeVisible();
  await unfold(page);
  const [column, value] = changeOf(resource);
  await fillIn(form, column, value);
  await expect(page.getByText("1 field changed")).toBeVisible();
  await form.getByRole("button", { name: /^Save / }).click();
  await idInAddress(page, resource);
  await expect(page.getByText(`${resource.name} saved`)).toBeVisible();
  await page.getByRole("tab", { name: /^History/ }).click();
  await expect(page.getByRole("list", { name: /^Changes/ })).toContainText(titleOf(column));
}

function changeOf(resource: Resource): [Column, JsonValue] {
  const columns = formColumns(resource);
  const changes: Partial<Record<FieldKind, JsonValue>> = {
    longText: "Changed in the console",
    text: "Changed in the console",
    markdown: "Changed in the console",
    number: 42,
    boolean: true,
  };
  for (const [kind, value] of Object.entries(changes)) {
    const column = columns.find(({ field }) => field.kind === kind);
    if (column && value !== undefined) return [column, value];
  }
  const relation = columns.find(({ field }) => field.to !== undefined);
  if (!relation) throw new Error(`${resource.name} has nothing to change.`);
  const ids = [1, 2].map((number) => sampleId(relation.field.to ?? "", number));
  const other = ids.find((id) => id !== exampleData(resource)[relation.name]);
  return [relation, other ?? null];
}

async function duplicate(page: Page, resource: Resource, id: string): Promise<string> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { name: /^Copy of/ })).toBeVisible();
  const form = page.getByRole("form", { name: `New ${resource.name}` });
  for (const column of formColumns(resource).filter(isDemanded)) {
    await expect(form.getByLabel(label(column)).first()).not.toHaveValue("");
  }
  await form.getByRole("button", { name: /^Create / }).click();
  return await idInAddress(page, resource, id);
}

function isDemanded({ field }: Column): boolean {
  const isTyped = field.kind !== "boolean";
  return isTyped && field.required === true && !field.madeByServer && field.default === undefined;
}

async function remove(page: Page, resource: Resource, id: string): Promise<void> {
  await page.goto(`${project}/${resource.path}/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Delete / })
    .click();
  await expect(page).toHaveURL(`${project}/${resource.path}`);
  await expect(page.getByText(`${resource.name} deleted`)).toBeVisible();
  await expect(page.locator(`[id="row-${id}"]`)).toHaveCount(0);
}
