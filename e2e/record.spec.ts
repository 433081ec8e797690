import { expect, type Locator, type Page } from "@playwright/test";
import { formColumns } from "@/components/fields/form-values";
import { titleOf } from "@/components/words/field-title";
import { sentenceCase } from "@/components/words/sentence-case";
import { exampleData } from "@/lib/resources/examples/examples";
import { referenceResources } from "@/lib/resources/index";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { FieldKind } from "@/lib/schema/field";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";
import { fillField, labelPattern, openFieldGroups } from "./support/fill-form";
import { callApi, signIn } from "./support/session";
import { takeStep } from "./support/take-step";
import { test } from "./support/test";

const project = "/p/acme";

test.beforeEach(({ page }) => signIn(page));

/** The resource with a lifecycle and most kinds of fields. */
const representative = "incident";

for (const resource of referenceResources) {
  const tag = resource.path === representative ? [] : ["@hard"];
  const may = (operation: Resource["operations"][number]) =>
    resource.operations.includes(operation);

  if (may("create")) {
    test(`${resource.path}: created, found, changed, copied and deleted`, { tag }, async ({
      page,
    }) => {
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
      const { data } = await callApi<{ data: JsonObject[] }>(request, "POST", list, {});
      await page.goto(`${project}/${resource.path}/${data[0]?.["_id"]}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
      await page.getByRole("button", { name: "More actions" }).click();
      const actions = may("create") ? ["Duplicate", "Copy id"] : ["Copy id"];
      await expect(page.getByRole("menuitem")).toHaveText(actions);
      await page.keyboard.press("Escape");
      await page.goto(`${page.url()}/edit`);
      const refusal = `${sentenceCase(resource.plural)} cannot be edited`;
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(refusal);
      await expect(page.getByRole("form")).toHaveCount(0);
    });
  }
}

test("an incident is acknowledged and resolved, with an undo", async ({ page, request }) => {
  const made = await callApi(request, "POST", "/api/incident", {
    data: {
      projectId: sampleId("project", 1),
      title: "Checkout is slow",
      incidentSeverityId: sampleId("incident-severity", 1),
      currentIncidentStateId: sampleId("incident-state", 1),
      declaredAt: new Date().toISOString(),
    },
  });
  await page.goto(`${project}/incident/${made["_id"]}`);
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText(`${made["incidentNumberWithPrefix"]} acknowledged`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toBeVisible();
  await takeStep(page, "Resolve");
  await expect(page.getByText("Time to resolve")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("button", { name: "Resolve", exact: true })).toBeVisible();
});

test("undoing a resolve and reopening both give the monitors their status again", async ({
  page,
  request,
}) => {
  const projectId = sampleId("project", 1);
  const monitor = await callApi(request, "POST", "/api/monitor", {
    data: { projectId, name: "Search", monitorType: "Manual" },
  });
  const made = await callApi(request, "POST", "/api/incident", {
    data: {
      projectId,
      title: "The search is slow",
      incidentSeverityId: sampleId("incident-severity", 1),
      currentIncidentStateId: sampleId("incident-state", 1),
      declaredAt: new Date().toISOString(),
      monitors: [String(monitor["_id"])],
      changeMonitorStatusToId: sampleId("monitor-status", 2),
    },
  });
  const shown = async () =>
    (await callApi(request, "POST", `/api/monitor/${monitor["_id"]}/get-item`))[
      "currentMonitorStatusId"
    ];
  const name = String(made["incidentNumberWithPrefix"]);
  await page.goto(`${project}/incident/${made["_id"]}`);
  await page.getByRole("button", { name: "Resolve", exact: true }).dblclick();
  const resolved = page.getByRole("alertdialog").filter({ hasText: `${name} resolved` });
  await expect(resolved).toContainText("Search now has the worst status");
  expect(await shown()).toBe(sampleId("monitor-status", 1));
  await resolved.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  expect(await shown()).toBe(sampleId("monitor-status", 2));
  await takeStep(page, "Resolve");
  await page.reload();
  await page.getByRole("button", { name: "Reopen", exact: true }).click();
  await expect(page.getByText(`${name} reopened`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toBeVisible();
  const now = await callApi(request, "POST", `/api/incident/${made["_id"]}/get-item`);
  expect(now["currentIncidentStateId"]).toBe(sampleId("incident-state", 1));
  expect(await shown()).toBe(sampleId("monitor-status", 2));
});

test("the form of every resource has its fields", { tag: "@hard" }, async ({ page }) => {
  for (const resource of referenceResources) {
    if (!resource.operations.includes("create")) continue;
    const form = await openForm(page, resource);
    for (const column of formColumns(resource)) {
      const name = labelPattern(column);
      // A choice is a group with a legend, which is no label.
      const field = form.getByLabel(name).or(form.getByRole("group", { name }));
      await expect(field.first(), `${resource.path}: ${column.name}`).toBeAttached();
    }
  }
});

async function openForm(page: Page, resource: Resource): Promise<Locator> {
  await page.goto(`${project}/${resource.path}/new`);
  const form = page.getByRole("form", { name: `New ${resource.name}` });
  await expect(form).toBeVisible();
  await openFieldGroups(page);
  return form;
}

async function create(page: Page, resource: Resource): Promise<string> {
  const form = await openForm(page, resource);
  const data = exampleData(resource);
  for (const column of formColumns(resource)) {
    const value = data[column.name];
    if (value !== undefined) await fillField(form, column, value);
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

/** Kinds whose display text is the input. */
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

/** Changes the fields with typed values; if there are only references, one of them. */
async function change(page: Page, resource: Resource): Promise<void> {
  await page.getByRole("link", { name: "Edit" }).click();
  const form = page.getByRole("form", { name: `Edit ${resource.name}` });
  await expect(form).toBeVisible();
  await openFieldGroups(page);
  const [column, value] = changeOf(resource);
  await fillField(form, column, value);
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
    await expect(form.getByLabel(labelPattern(column)).first()).not.toHaveValue("");
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
