import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/axe";
import { expectStaysOpen } from "./support/dialogs";
import { holdResponses } from "./support/hold-response";
import { inviteUser } from "./support/invite-user";
import { loseReply } from "./support/lose-reply";
import { createRecord, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

async function secretShown(page: Page): Promise<string> {
  const dialog = page.getByRole("alertdialog");
  const secret = await dialog.getByRole("textbox", { name: "Secret" }).inputValue();
  expect(secret).toMatch(/^toc_\w{43}$/);
  await expect(dialog.getByText("curl -s")).toContainText(secret);
  await expect(dialog).toContainText("it cannot be shown again");
  await expectStaysOpen(page);
  await page.getByRole("button", { name: "I have saved it" }).click();
  return secret;
}

async function answers(page: Page, secret: string, method: string, path: string): Promise<number> {
  return (await replied(page, secret, method, path)).status;
}

async function replied(page: Page, secret: string, method: string, path: string) {
  const headers = { ApiKey: secret };
  const context = page.context().browser();
  if (!context) throw new Error("The test runs without a browser.");
  // Has no cookies of the page, like a program.
  const program = await context.newContext({ baseURL: new URL(page.url()).origin });
  const body = method === "GET" ? {} : { data: {} };
  const reply = await program.request.fetch(path, { method, headers, ...body });
  const shown = { status: reply.status(), text: await reply.text() };
  await program.close();
  return shown;
}

test("a key made by the matrix does what it names and nothing else, is rotated and revoked", async ({
  page,
}) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.getByRole("textbox", { name: "Name" }).fill("Reads incidents");
  await page.getByRole("textbox", { name: "Note" }).fill("For the wall display");
  await page.getByRole("radio", { name: "Single permissions" }).check();
  await page.getByRole("checkbox", { name: "All permissions for labels" }).check();
  await page.getByRole("checkbox", { name: "Delete Label", exact: true }).uncheck();
  await page.getByRole("checkbox", { name: "Read Incident", exact: true }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  const first = await secretShown(page);
  const row = page.getByRole("listitem").filter({ hasText: "Reads incidents" });
  await expect(row).toContainText("90 days left");
  await expect(row).toContainText("For the wall display");
  const id = "00000000-0000-4000-8000-000000000000";
  const replies = [
    ["GET", "/api/incident/get-list", 200],
    ["GET", "/api/label/get-list", 200],
    ["POST", "/api/label", 400],
    ["DELETE", `/api/label/${id}`, 403],
    ["POST", "/api/incident", 403],
    ["DELETE", `/api/incident/${id}`, 403],
    ["GET", "/api/alert/get-list", 403],
    ["GET", "/api/api-key/get-list", 403],
    ["GET", "/api/member/get-list", 403],
  ] as const;
  for (const [method, path, status] of replies) {
    expect([path, method, await answers(page, first, method, path)]).toEqual([
      path,
      method,
      status,
    ]);
  }

  await page.getByRole("button", { name: "Actions for Reads incidents" }).click();
  await page.getByRole("menuitem", { name: "Rotate…" }).click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("The previous secret works until");
  const second = await secretShown(page);
  const path = "/api/incident/count";
  expect(await answers(page, first, "GET", path)).toBe(200);
  expect(await answers(page, second, "GET", path)).toBe(200);
  await expect(row).toContainText("Previous secret expires in");

  await page.getByRole("button", { name: "Actions for Reads incidents" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Wall display");
  await page.getByRole("button", { name: "Save key" }).click();
  await page.getByRole("button", { name: "Actions for Wall display" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("Revoked keys (1)").click();
  const ended = page.getByRole("listitem").filter({ hasText: "Wall display" });
  await expect(ended.getByText("Revoked", { exact: true })).toBeVisible();
  expect(await answers(page, first, "GET", path)).toBe(401);
  expect(await answers(page, second, "GET", path)).toBe(401);
});

test("the dialog of a new key stays open while it is created, and its secret waits for no list", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Waited for");
  await page.getByRole("radio", { name: "Read All Project Resources" }).check();
  const makeIt = await holdResponses(page, "**/api/api-key");
  const showList = await holdResponses(page, "**/api/api-key/get-list");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  makeIt();
  const secret = page.getByRole("textbox", { name: "Secret" });
  await expect(secret).toBeVisible();
  await page.getByRole("button", { name: "I have saved it" }).click();
  showList();
  await page.getByRole("button", { name: "Actions for Waited for" }).click();
  await page.getByRole("menuitem", { name: "Rotate…" }).click();
  const rotateIt = await holdResponses(page, "**/api/api-key/*/rotate");
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  rotateIt();
  await expect(secret).toBeVisible();
});

test.describe("a key that was rotated before", () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 412/] });
  const permissions = ["Read Incident"];
  const path = "/api/incident/count";

  test("by a request whose reply was lost keeps the secret in use until the user confirms", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const { secret: used } = await keyWithSecret(request, "Reply lost", permissions);
    await page.goto("/p/acme/keys");
    await page.getByRole("button", { name: "Actions for Reply lost" }).click();
    await page.getByRole("menuitem", { name: "Rotate…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await loseReply(page, "**/api/api-key/*/rotate");
    await page.getByRole("button", { name: "Rotate key" }).click();
    await expect(dialog.getByRole("alert")).toContainText("The server did not respond");
    await page.getByRole("button", { name: "Rotate key" }).click();
    await expect(dialog).toContainText("This key was rotated meanwhile");
    await expect(dialog).toContainText("that secret stops working now");
    expect(await answers(page, used, "GET", path)).toBe(200);
    await page.getByRole("button", { name: "Rotate again" }).click();
    const newest = await secretShown(page);
    expect(await answers(page, newest, "GET", path)).toBe(200);
    expect(await answers(page, used, "GET", path)).toBe(401);
  });

  test("says which secret ends before the first press, and a new name does not hold it up", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const { id } = await keyWithSecret(request, "Within overlap", permissions);
    const data = { overlapMinutes: 60 };
    await callApi(request, "POST", `/api/api-key/${id}/rotate`, { data });
    await page.goto("/p/acme/keys");
    await page.getByRole("button", { name: "Actions for Within overlap" }).click();
    const isRead = page.waitForResponse("**/api/api-key/versions");
    await page.getByRole("menuitem", { name: "Rotate…" }).click();
    await (await isRead).finished();
    const dialog = page.getByRole("dialog", { name: /^A new secret for/ });
    await expect(dialog.getByRole("alert")).toContainText("The secret before the last rotation");
    await expect(dialog).not.toContainText("This key was rotated meanwhile");
    await expectAccessible(page, "a key within an overlap");
    await callApi(request, "PUT", `/api/api-key/${id}`, { data: { name: "Renamed" } });
    await page.getByRole("button", { name: "Rotate key" }).click();
    const newest = await secretShown(page);
    expect(await answers(page, newest, "GET", path)).toBe(200);
  });
});

async function keyWithSecret(request: APIRequestContext, name: string, permissions: string[]) {
  const projectId = await sampleProjectId(request);
  const data = { name, permissions, projectId };
  const made = await callApi(request, "POST", "/api/api-key", { data });
  return { id: String(made["_id"]), secret: String(made["key"]) };
}

test("a key that was just edited is edited again before the list is read", {
  tag: "@hard",
}, async ({ page, request }) => {
  const permissions = ["Read Label", "Read Incident", "Read Alert"];
  await createRecord(request, "api-key", { name: "Edited twice", permissions });
  await page.goto("/p/acme/keys");
  await expect(page.getByRole("button", { name: "Actions for Edited twice" })).toBeVisible();
  const showList = await holdResponses(page, "**/api/api-key/get-list");
  const note = page.getByRole("textbox", { name: "Note" });
  const noted = async (before: string, now: string) => {
    await page.getByRole("button", { name: "Actions for Edited twice" }).click();
    await page.getByRole("menuitem", { name: "Edit…" }).click();
    await expect(note).toHaveValue(before);
    await note.fill(now);
    await page.getByRole("checkbox", { name: "Read Label", exact: true }).setChecked(now === "two");
    await page.getByRole("button", { name: "Save key" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await noted("", "one");
  await noted("one", "two");
  const row = page.getByRole("listitem").filter({ hasText: "Edited twice" });
  await expect(row).toContainText("two");
  showList();
});

test("a key for clients of OneUptime has typed values until it is switched off", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Command line");
  const dialect = page.getByRole("switch", { name: "Clients of OneUptime" });
  await expect(dialect).not.toBeChecked();
  await dialect.check();
  await page.getByRole("radio", { name: "Read All Project Resources" }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  const secret = await secretShown(page);
  const row = page.getByRole("listitem").filter({ hasText: "Command line" });
  await expect(row.getByText("OneUptime", { exact: true })).toBeVisible();
  const path = "/api/incident/get-list?limit=1&select=createdAt";
  expect((await replied(page, secret, "GET", path)).text).toContain('"_type":"DateTime"');

  await page.getByRole("button", { name: "Actions for Command line" }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await expect(dialect).toBeChecked();
  await dialect.uncheck();
  await page.getByRole("button", { name: "Save key" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row.getByText("OneUptime", { exact: true })).toHaveCount(0);
  expect((await replied(page, secret, "GET", path)).text).not.toContain("_type");
});

test("titles that add up to a role say so, and a key without permissions is not created", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Nothing");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Choose a role, or at least one permission.")).toBeVisible();
  await page.getByRole("radio", { name: "Single permissions" }).check();
  await page.getByRole("checkbox", { name: "Read all resources" }).check();
  await expect(page.getByText(/the same as the role Read All Project Resources/)).toBeVisible();
  await page.getByRole("button", { name: "Use the role" }).click();
  await expect(page.getByRole("radio", { name: "Read All Project Resources" })).toBeChecked();
});

test("axe finds nothing on the keys page and its dialogs", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/keys");
  await expect(page.getByText("ADMIN_API_KEY", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Looked at");
  await page.getByRole("radio", { name: "Project Member" }).check();
  await expectAccessible(page, "a new key");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("textbox", { name: "Secret" })).toBeVisible();
  await expectAccessible(page, "the secret of a key");
});

test("a key with more rights than one's own is not offered for revocation", {
  tag: "@hard",
}, async ({ page, browser }) => {
  const projectId = await sampleProjectId(page.request);
  const permissions = ["Project Admin"];
  const own = await inviteUser(browser, page, projectId, { name: "Sasha", permissions });
  for (const [name, role] of [
    ["Weaker", "Project Member"],
    ["Stronger", "Project Owner"],
  ] as const) {
    const data = { projectId, name, permissions: [role] };
    await callApi(page.request, "POST", "/api/api-key", { data });
  }
  await own.goto("/p/acme/keys");
  const revoke = own.getByRole("menuitem", { name: "Revoke…" });
  await own.getByRole("button", { name: "Actions for Weaker" }).click();
  await expect(revoke).toBeVisible();
  await own.keyboard.press("Escape");
  await own.getByRole("button", { name: "Actions for Stronger" }).click();
  await expect(own.getByRole("menuitem", { name: "Check access…" })).toBeVisible();
  await expect(revoke).toHaveCount(0);
  await own.context().close();
});

test("a key with a name of blanks is refused before it is sent", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("   ");
  await page.getByRole("radio", { name: "Read All Project Resources" }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Give the key a name.")).toBeVisible();
  await expect(name).toBeFocused();
});
