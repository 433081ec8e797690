import { expect } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { createRecord, gridRows } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

test("a list sorted by severity follows the order of severities, by number the number", async ({
  page,
  request,
}) => {
  await createRecord(request, "incident-severity", { name: "Blocker", order: 1, color: "#aa0000" });
  await page.goto("/p/acme/incident-severity");
  await page.goto("/p/acme/incident?sort=incidentSeverityId&size=100");
  await expect(gridRows(page).first()).toContainText("Critical");
  await page.goto("/p/acme/incident?sort=incidentNumberWithPrefix");
  await expect(gridRows(page).nth(1)).toContainText("INC-2");
});

test("rules related to their policy are in order, with position and minutes", async ({
  page,
  request,
}) => {
  const policy = await createRecord(request, "on-call-duty-policy", { name: "Ordered" });
  for (const [at, name] of ["First", "Second", "Third"].entries()) {
    await createRecord(request, "on-call-duty-policy-escalation-rule", {
      ...{ onCallDutyPolicyId: policy, name, order: at + 1, escalateAfterInMinutes: 30 },
    });
  }
  await page.goto(`/p/acme/on-call-duty-policy/${policy}?tab=related`);
  const items = page.getByRole("region", { name: "Escalation Rules" }).getByRole("listitem");
  await expect(items).toHaveText([/First.*Order 1/, /Second.*Order 2/, /Third.*Order 3/]);
  await expect(items.first()).toContainText("Escalate after (minutes) 30");
});

test("rows named by other records are selected by names", async ({ page }) => {
  await page.goto("/p/acme/incident-member");
  await expect(gridRows(page).first().getByRole("checkbox")).toHaveAccessibleName(
    /^Select [A-Z]\S+ \S+, /,
  );
});

test("a text typed into a list of texts is saved without pressing Add", async ({
  page,
  request,
}) => {
  const id = await createRecord(request, "service", { name: "Typed" });
  await page.goto(`/p/acme/service/${id}/edit`);
  await page.getByRole("textbox", { name: "Built with" }).fill("Rust");
  await page.getByRole("button", { name: "Save service" }).click();
  await expect(page).toHaveURL(new RegExp(`/service/${id}$`));
  const saved = await callApi(request, "POST", `/api/service/${id}/get-item`, {
    select: { techStack: true },
  });
  expect(saved["techStack"]).toEqual(["Rust"]);
});

test.describe("a deletion after a concurrent change", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("is confirmed again, with the changes", { tag: "@hard" }, async ({ page, request }) => {
    const id = await createRecord(request, "label", { name: "Seen", color: "#123456" });
    await page.goto(`/p/acme/label/${id}`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: /^Delete/ }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("No records refer to it.");
    await callApi(request, "PUT", `/api/label/${id}`, { data: { description: "New words" } });
    await dialog.getByRole("button", { name: "Delete label" }).click();
    await expect(dialog).toContainText("Another user changed this label");
    await expect(dialog).toContainText("New words");
    await dialog.getByRole("button", { name: "Delete label anyway" }).click();
    await expect(page.getByText("Label deleted")).toBeVisible();
  });
});

test("a status page shows its visibility and address under its name", async ({ page }) => {
  await page.goto(`/p/acme/status-page/${sampleId("status-page", 1)}`);
  const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  await expect(header).toContainText(/Public|Private/);
  await expect(header).toContainText("Address");
  await expect(header).not.toContainText("(days)");
});

test("labels are added to several records, and an undo restores each record's own", {
  tag: "@hard",
}, async ({ page, request }) => {
  const label = async (name: string) => createRecord(request, "label", { name, color: "#123456" });
  const [kept, added] = [await label("kept-label"), await label("added-label")];
  const one = await createRecord(request, "service", { name: "add-one", labels: [kept] });
  const two = await createRecord(request, "service", { name: "add-two", labels: [] });
  const labelsOf = async (id: string) =>
    (await callApi(request, "POST", `/api/service/${id}/get-item`, { select: { labels: true } }))[
      "labels"
    ];
  await page.goto(`/p/acme/service?${new URLSearchParams({ filter: "name^=add-" })}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Set a field…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Field/ }).click();
  await page.getByRole("option", { name: "Labels", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Labels" }).fill("added-label");
  await page.getByRole("option", { name: "added-label", exact: true }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Add labels…" }).click();
  await page.getByRole("button", { name: "Add labels to 2 services" }).click();
  const last = page.getByRole("region", { name: "Last action" });
  await expect(last).toContainText("2 services changed");
  expect([await labelsOf(one), await labelsOf(two)]).toEqual([[kept, added], [added]]);
  await last.getByRole("button", { name: "Undo" }).click();
  await expect(last).toContainText("restored");
  expect([await labelsOf(one), await labelsOf(two)]).toEqual([[kept], []]);
});
