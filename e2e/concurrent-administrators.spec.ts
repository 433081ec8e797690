import { expect, type Locator, type Page } from "@playwright/test";
import { failLate } from "./support/fail-late";
import { inviteUser } from "./support/invite-user";
import { createRecord, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

interface Found {
  readonly data: readonly { readonly _id: string; readonly [field: string]: unknown }[];
}

async function changeAccess(page: Page, name: string): Promise<Locator> {
  await page.goto("/p/acme/people");
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Change access…" }).click();
  return page.getByRole("dialog");
}

async function memberOf(page: Page, name: string): Promise<string> {
  const ask = { query: { user: { name }, projectId: await sampleProjectId(page.request) } };
  const { request } = page;
  const found = await callApi<Found>(request, "POST", "/api/member/get-list", ask);
  return found.data[0]?._id ?? "";
}

test.describe("a refused revocation", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("of keys is shown next to the changed access, and can be retried", { tag: "@hard" }, async ({
    page,
    browser,
    inspect,
  }) => {
    const projectId = await sampleProjectId(page.request);
    const permissions = ["Project Admin"];
    const own = await inviteUser(browser, page, projectId, { name: "Ulla", permissions });
    const headers = { Origin: `http://127.0.0.1:${process.env["E2E_PORT"]}` };
    const data = { projectId, name: "Held on to", permissions: ["Read Incident"] };
    const made = await own.request.post("/api/api-key", { data: { data }, headers });
    expect(made.ok(), await made.text()).toBe(true);
    await own.context().close();

    const dialog = await changeAccess(page, "Ulla");
    await dialog.getByRole("radio", { name: "Read All Project Resources" }).check();
    await dialog.getByRole("checkbox", { name: /Held on to/ }).check();
    const refuse = await failLate(page, "**/api/api-key/*");
    await dialog.getByRole("button", { name: "Save access" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Ulla" });
    await expect(row).toContainText("Read All");
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("button", { name: /Cancel|Close/ }).last()).toBeDisabled();
    refuse();
    const problem = dialog.getByRole("alert").filter({ hasText: "The access of" });
    await expect(problem).toContainText(/The access of .?Ulla.? is changed\./);
    await expect(problem).toContainText(/This key is not revoked and still works: .?Held on to/);
    await expect(dialog.getByRole("checkbox", { name: /Held on to/ })).toBeChecked();
    await inspect(page, "a refused revocation");
    await page.unroute("**/api/api-key/*");
    await dialog.getByRole("button", { name: "Revoke keys" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto("/p/acme/keys");
    await expect(page.getByText("Revoked keys (1)")).toBeVisible();
  });
});

test.describe("a concurrent change by another administrator", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("of an access keeps the local choice, and is shown next to it", { tag: "@hard" }, async ({
    page,
    request,
    inspect,
  }) => {
    const member = await memberOf(page, "Kenji Watanabe");
    const change = (permissions: string[]) =>
      callApi(request, "PUT", `/api/member/${member}`, { data: { permissions } });
    await change(["Project Member"]);
    const dialog = await changeAccess(page, "Kenji Watanabe");
    const own = dialog.getByRole("radio", { name: "Read All Project Resources" });
    const theirs = dialog.getByRole("radio", { name: "Project Admin" });
    await own.check();
    await change(["Project Admin"]);
    await dialog.getByRole("button", { name: "Save access" }).click();
    const clash = dialog.getByRole("alert").filter({ hasText: "Another user changed this access" });
    await expect(clash).toContainText("Project Admin");
    await expect(own).toBeChecked();
    await inspect(page, "an access that two administrators change");
    await clash.getByRole("button", { name: "Use their version: Access" }).click();
    await expect(theirs).toBeChecked();
    await expect(clash).toHaveCount(0);
    await own.check();
    await change(["Project Member"]);
    await dialog.getByRole("button", { name: "Save access" }).click();
    await dialog.getByRole("button", { name: "Overwrite with my version" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // The toast shows the address too.
    const kenji = page.getByRole("listitem").filter({ hasText: "kenji.watanabe@" });
    await expect(kenji).toContainText("Read All");
  });

  test("of a key is merged in other fields, and shown next to the same field", {
    tag: "@hard",
  }, async ({ page, request, inspect }) => {
    const key = await createRecord(request, "api-key", {
      ...{ name: "Two hands", permissions: ["Read Label"], description: "Before" },
    });
    const change = (data: { name?: string; description?: string }) =>
      callApi(request, "PUT", `/api/api-key/${key}`, { data });
    const dialog = page.getByRole("dialog");
    const note = dialog.getByRole("textbox", { name: "Note" });
    const edit = async (name: string, text: string) => {
      await page.goto("/p/acme/keys");
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Edit…" }).click();
      await note.fill(text);
    };
    await edit("Two hands", "Mine");
    await change({ name: "Four hands" });
    await dialog.getByRole("button", { name: "Save key" }).click();
    await expect(page.getByText("Their changes to Name were kept.")).toBeVisible();
    const row = page.getByRole("listitem").filter({ hasText: "Four hands" });
    await expect(row).toContainText("Mine");

    await edit("Four hands", "Mine again");
    await change({ description: "Theirs" });
    await dialog.getByRole("button", { name: "Save key" }).click();
    const clash = dialog.getByRole("alert").filter({ hasText: "Another user changed this key" });
    await expect(clash).toContainText("Theirs");
    await expect(note).toHaveValue("Mine again");
    await inspect(page, "a key that two administrators change");
    await dialog.getByRole("button", { name: "Overwrite with my version" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText("Mine again");
  });
});
