import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./support/axe";
import { expectStaysOpen } from "./support/dialogs";
import { failLate } from "./support/fail-late";
import { holdResponses } from "./support/hold-response";
import { inviteUser, userIdOf } from "./support/invite-user";
import { sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

const password = "four unrelated words here";

async function invite(page: Page, email: string, role = "Project Member"): Promise<string> {
  await page.goto("/p/acme/people");
  await page.getByRole("button", { name: "Invite a user" }).click();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("radio", { name: role }).check();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByRole("textbox", { name: "Link of the invitation" });
  await expect(link).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/invite#\w{43}$/);
  await expect(page.getByRole("alertdialog")).toContainText("It works once, until");
  const value = await link.inputValue();
  await expectStaysOpen(page);
  await page.getByRole("button", { name: "I have saved it" }).click();
  return value;
}

async function openOtherBrowser(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  return context.newPage();
}

function personRow(page: Page, name: string): Locator {
  const members = page.getByRole("region", { name: "Members" });
  return members.getByRole("listitem").filter({ hasText: name });
}

async function runAction(page: Page, name: string, action: string, confirm: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
  await page.getByRole("button", { name: confirm, exact: true }).click();
}

/** Fails if Cancel, Escape or a press outside closes the open dialog. */
async function expectHeldOpen(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
}

test("a person joins by an invitation link, resets the password by a link, and is disabled", async ({
  page,
  browser,
}) => {
  const link = await invite(page, "Nina.New@example.com");
  await expect(page.getByText("Nina.New@example.com", { exact: true })).toBeVisible();
  const other = await openOtherBrowser(browser, page);
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "Join Acme" })).toBeVisible();
  await other.getByRole("textbox", { name: "Your name" }).fill("Nina New");
  const newPassword = other.getByRole("textbox", { name: "Password" });
  await newPassword.fill("password1");
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.getByText(/one of the most common passwords/)).toBeVisible();
  await newPassword.fill(password);
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(other).toHaveURL(/\/p\/acme$/);
  await other.goto(link);
  await expect(
    other.getByRole("heading", { name: "This invitation cannot be used" }),
  ).toBeVisible();

  await page.reload();
  await expect(personRow(page, "Nina New")).toContainText("Last active");
  await expect(page.getByText("Nina.New@example.com", { exact: true })).toHaveCount(1);
  await runAction(page, "Nina New", "Create reset link…", "Create link");
  const reset = await page
    .getByRole("textbox", { name: "Link to set a new password" })
    .inputValue();
  await expectStaysOpen(page);
  await page.getByRole("button", { name: "I have saved it" }).click();
  await other.goto(reset);
  await expect(other.getByText("nina.new@example.com", { exact: false })).toBeVisible();
  await other.getByRole("textbox", { name: "New password" }).fill("short");
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByText(/8 to 128 characters; use a few/)).toBeVisible();
  await other.getByRole("textbox", { name: "New password" }).fill(`${password} too`);
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await other.getByRole("textbox", { name: "E-mail" }).fill("NINA.new@EXAMPLE.com");
  await other.getByRole("textbox", { name: "Password" }).fill(`${password} too`);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("heading", { name: "Overview" })).toBeVisible();
  await other.goto(reset);
  await expect(other.getByRole("heading", { name: "This link cannot be used" })).toBeVisible();

  const ownersAgain = page.waitForResponse(/\/api\/deployment-owner\?/);
  await runAction(page, "Nina New", "Disable…", "Disable");
  await ownersAgain;
  await expect(personRow(page, "Nina New")).toContainText("Disabled");
  await other.goto("/p/acme");
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await runAction(page, "Nina New", "Enable…", "Enable");
  await expect(page.getByText("Disabled", { exact: true })).toHaveCount(0);
  await runAction(page, "Nina New", "Remove from this project…", "Remove from project");
  await expect(personRow(page, "Nina New")).toHaveCount(0);
  await other.context().close();
});

test("a person with an account accepts or declines on the account page, and a link alone joins nobody", {
  tag: "@hard",
}, async ({ page, browser, inspect }) => {
  const other = await callApi(page.request, "POST", "/api/project", { data: { name: "Harbor" } });
  const own = await inviteUser(browser, page, String(other["_id"]), {
    name: "Petra",
    permissions: ["Project Member"],
  });
  const me = await own.request.get("/api/me", { headers: { "Sec-Fetch-Site": "same-origin" } });
  const { email } = (await me.json()) as { email: string };
  const link = await invite(page, email);
  await own.goto(link);
  await expect(own.getByRole("heading", { name: "Join Acme" })).toBeVisible();
  await own.getByRole("textbox", { name: "Your name" }).fill("Petra");
  await own.getByRole("textbox", { name: "Password" }).fill(password);
  await own.getByRole("button", { name: "Join" }).click();
  await expect(own.getByText(/This e-mail has an account\. Sign in with it/)).toBeVisible();
  await inspect(own, "an invitation for an account");
  await own.getByRole("link", { name: "Sign in to your account" }).click();
  const card = own.getByRole("region", { name: "Invitations" }).getByRole("listitem");
  await expect(card).toContainText("Join Acme?");
  await expect(card).toContainText("Project Member");
  await expect(card).toContainText(process.env["E2E_EMAIL"] ?? "");
  await inspect(own, "the account page with an invitation");
  await own.getByRole("button", { name: "Decline the invitation to Acme" }).focus();
  await own.keyboard.press("Enter");
  await expect(card).toHaveCount(0);

  const projectId = await sampleProjectId(page.request);
  const asked = { projectId, userId: await userIdOf(own), permissions: ["Project Admin"] };
  await callApi(page.request, "POST", "/api/member", { data: asked });
  await page.goto("/p/acme/people");
  const row = personRow(page, "Petra");
  await expect(row).toContainText("Pending");
  await expect(row).toContainText("Invited to another project");
  await runAction(page, "Petra", "Withdraw the request…", "Withdraw request");
  await expect(row).toHaveCount(0);
  await callApi(page.request, "POST", "/api/member", { data: asked });
  await own.reload();
  const tab = await own.context().newPage();
  await tab.goto("/p/harbor");
  await expect(tab.getByRole("heading", { name: "Overview" })).toBeVisible();
  // A page does not see the start of its shared worker.
  await tab.waitForTimeout(1_000);
  await own.getByRole("button", { name: "Accept the invitation to Acme" }).focus();
  await own.keyboard.press("Enter");
  await expect(own).toHaveURL(/\/p\/acme$/);
  await tab.getByRole("button", { name: /change project/ }).click();
  await expect(tab.getByRole("menuitemradio", { name: "Acme" })).toBeVisible();
  await expect(own.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.reload();
  await expect(row).toContainText("Last active");
  await expect(row).not.toContainText("Pending");
  await own.context().close();
});

test("removing a person asks about their keys, and keys that stay are marked", {
  tag: "@hard",
}, async ({ page, browser, inspect }) => {
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Quinn",
    permissions: ["Project Admin"],
  });
  const headers = { Origin: `http://127.0.0.1:${process.env["E2E_PORT"]}` };
  const projectId = await sampleProjectId(page.request);
  for (const name of ["Kept key", "Doomed key"]) {
    const data = { projectId, name, permissions: ["Read Incident"] };
    const made = await own.request.post("/api/api-key", { data: { data }, headers });
    expect(made.ok(), await made.text()).toBe(true);
  }
  await page.goto("/p/acme/people");
  await page.getByRole("button", { name: "Actions for Quinn" }).click();
  await page.getByRole("menuitem", { name: "Remove from this project…" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("API keys they created keep working");
  await question.getByRole("checkbox", { name: /Doomed key/ }).check();
  await inspect(page, "a question before removing");
  await question.getByRole("button", { name: "Remove from project" }).click();
  await expect(personRow(page, "Quinn")).toHaveCount(0);
  await page.goto("/p/acme/keys");
  const kept = page.getByRole("listitem").filter({ hasText: "Kept key" });
  await expect(kept).toContainText("Creator left");
  await expect(page.getByText("Revoked keys (1)")).toBeVisible();
  await inspect(page, "a key whose creator left");
  await own.context().close();
});

test("a link of an earlier version still opens, with its secret moved out of the path", {
  tag: "@hard",
}, async ({ page, browser }) => {
  const link = await invite(page, "path.form@example.com");
  const other = await openOtherBrowser(browser, page);
  await other.goto(link.replace("#", "/"));
  await expect(other).toHaveURL(link);
  await expect(other.getByRole("heading", { name: "Join Acme" })).toBeVisible();
  await other.context().close();
});

test("owners of the deployment are shown among the people, and cannot be changed there", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/people");
  const owners = page.getByRole("region", { name: "Owners of the deployment" });
  const own = owners.getByRole("listitem").filter({ hasText: process.env["E2E_EMAIL"] ?? "" });
  await expect(own).toContainText("You");
  await expect(own).toContainText("Owner of the deployment");
  await expect(owners.getByRole("button")).toHaveCount(0);
});

test.describe("without an answer", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("owners of the deployment are shown as not loaded, and can be retried", {
    tag: "@hard",
  }, async ({ page }) => {
    const failing = { status: 500, json: { code: "internal", detail: "Something went wrong." } };
    await page.route("**/api/deployment-owner?*", (route) => route.fulfill(failing));
    await page.goto("/p/acme/people");
    const problem = page.getByRole("alert").filter({ hasText: "Something went wrong." });
    await expect(problem).toContainText("The owners of the deployment could not be loaded");
    await page.unroute("**/api/deployment-owner?*");
    const letThrough = await holdResponses(page, "**/api/deployment-owner?*");
    const asked = page.waitForRequest("**/api/deployment-owner?*");
    await problem.getByRole("button", { name: "Try again" }).click();
    await asked;
    await expect(page.getByText("Kenji Watanabe")).toBeVisible();
    letThrough();
    await expect(page.getByRole("region", { name: "Owners of the deployment" })).toBeVisible();
    await expect(problem).toHaveCount(0);
  });

  test("a dialog stays open until the response, and shows that it was refused", {
    tag: "@hard",
  }, async ({ page }) => {
    await page.goto("/p/acme/people");
    await page.getByRole("button", { name: "Actions for Kenji Watanabe" }).click();
    await page.getByRole("menuitem", { name: "Change access…" }).click();
    await page.getByRole("radio", { name: "Read All Project Resources" }).check();
    const refuse = await failLate(page, "**/api/member/*");
    await page.getByRole("button", { name: "Save access" }).click();
    await expectHeldOpen(page);
    refuse();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Something went wrong");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(personRow(page, "Kenji Watanabe")).not.toContainText("Read All");
  });
});

test("a link is created and shown though the user tries to close the dialog meanwhile", {
  tag: "@hard",
}, async ({ page, browser }) => {
  const permissions = ["Project Member"];
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Rosa",
    permissions,
  });
  await own.context().close();
  await page.goto("/p/acme/people");
  await page.getByRole("button", { name: "Invite a user" }).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill("waits@example.com");
  const showList = await holdResponses(page, "**/api/invitation/get-list");
  const inviteThem = await holdResponses(page, "**/api/invitation");
  await page.getByRole("button", { name: "Create link" }).click();
  await expectHeldOpen(page);
  inviteThem();
  await expect(page.getByRole("textbox", { name: "Link of the invitation" })).toBeVisible();
  await page.getByRole("button", { name: "I have saved it" }).click();
  showList();
  await page.getByRole("button", { name: "Actions for Rosa" }).click();
  await page.getByRole("menuitem", { name: "Create reset link…" }).click();
  const makeIt = await holdResponses(page, "**/reset-link");
  await page.getByRole("button", { name: "Create link" }).click();
  await expectHeldOpen(page);
  makeIt();
  await expect(page.getByRole("textbox", { name: "Link to set a new password" })).toBeVisible();
});

test("an invitation with more rights than one's own is listed, but not offered for revocation", {
  tag: "@hard",
}, async ({ page, browser }) => {
  const projectId = await sampleProjectId(page.request);
  const permissions = ["Project Admin"];
  const own = await inviteUser(browser, page, projectId, { name: "Sasha", permissions });
  for (const [email, role] of [
    ["weaker@example.com", "Project Member"],
    ["stronger@example.com", "Project Owner"],
  ] as const) {
    const data = { projectId, email, permissions: [role] };
    await callApi(page.request, "POST", "/api/invitation", { data });
  }
  await own.goto("/p/acme/people");
  const revoke = (email: string) =>
    own.getByRole("button", { name: `Revoke the invitation of ${email}` });
  await expect(own.getByText("stronger@example.com", { exact: true })).toBeVisible();
  await expect(revoke("weaker@example.com")).toBeVisible();
  await expect(revoke("stronger@example.com")).toHaveCount(0);
  await own.context().close();
});

test("an invitation is revoked, and access is changed", { tag: "@hard" }, async ({ page }) => {
  await invite(page, "revoked@example.com", "Read All Project Resources");
  const revoke = page.getByRole("button", {
    name: "Revoke the invitation of revoked@example.com",
  });
  await revoke.click();
  await expect(revoke).toHaveCount(0);
  await page.getByRole("button", { name: "Actions for Kenji Watanabe" }).click();
  await page.getByRole("menuitem", { name: "Change access…" }).click();
  await page.getByRole("radio", { name: "Single permissions" }).check();
  await page.getByRole("checkbox", { name: "Read all resources" }).check();
  await page.getByRole("checkbox", { name: "Edit Incident", exact: true }).check();
  // The page shows its own saves without a refetch, even on a slow network.
  const letThrough = await holdResponses(page, "**/api/member/versions");
  await page.getByRole("button", { name: "Save access" }).click();
  const kenji = personRow(page, "Kenji Watanabe");
  await expect(kenji.getByText(/^\d+ permissions$/)).toBeVisible();
  await page.getByRole("button", { name: "Actions for Kenji Watanabe" }).click();
  await page.getByRole("menuitem", { name: "Change access…" }).click();
  await page.getByRole("checkbox", { name: "Edit Incident", exact: true }).uncheck();
  await page.getByRole("checkbox", { name: "Delete Incident", exact: true }).check();
  await page.getByRole("radio", { name: "Project Member" }).check();
  await page.getByRole("button", { name: "Save access" }).click();
  await expect(kenji.getByText("Project Member")).toBeVisible();
  letThrough();
});

test("a user is told once on a device that a reset link was created", { tag: "@hard" }, async ({
  page,
  browser,
  inspect,
}) => {
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Told",
    permissions: ["Project Member"],
  });
  const made = await page.request.post(`/api/user/${await userIdOf(own)}/reset-link`, {
    data: {},
    headers: { Origin: `http://127.0.0.1:${process.env["E2E_PORT"]}` },
  });
  expect(made.status()).toBe(200);
  await own.goto("/p/acme");
  const dialog = own.getByRole("alertdialog", { name: "About your account" });
  await expect(dialog).toContainText("made a link to set a new password for you");
  await inspect(own, "notices");
  await dialog.getByRole("button", { name: "Got it" }).click();
  await expect(dialog).toHaveCount(0);
  await own.reload();
  await expect(own.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await own.context().close();
});

test("pages of a signed-out browser redirect to the sign-in, and a rejected cookie is reported", {
  tag: "@hard",
}, async ({ browser, page }) => {
  await page.goto("/p/acme");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goto("/p");
  await expect(page).toHaveURL(/\/p\/acme$/);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await callApi(page.request, "GET", "/api/me");
  const origin = new URL(page.url()).origin;
  const context = await browser.newContext({ baseURL: origin });
  const out = await context.newPage();
  const stray: string[] = [];
  out.on("console", (message) => message.type() === "error" && stray.push(message.text()));
  await context.addCookies([{ name: "tocsin", value: "A".repeat(43), url: origin }]);
  for (const path of ["/p", "/p/acme", "/p/acme/people", "/account"]) {
    await out.goto(path);
    await expect(out.getByRole("heading", { name: "Sign in" }), path).toBeVisible();
  }
  expect(stray).toEqual([]);
  // Like a browser that rejects cookies.
  await out.route("**/api/auth/sign-in/email", async (route) => {
    const reply = await route.fetch();
    await context.clearCookies();
    await route.fulfill({ status: reply.status(), body: await reply.text() });
  });
  await out.getByRole("textbox", { name: "E-mail" }).fill(process.env["E2E_EMAIL"] ?? "");
  await out.getByRole("textbox", { name: "Password" }).fill(process.env["E2E_PASSWORD"] ?? "");
  await out.getByRole("button", { name: "Sign in" }).click();
  await expect(out.getByRole("main").getByRole("alert")).toContainText(
    "did not keep the session cookie",
  );
  await context.close();
});

test("axe finds nothing on the people page and its dialogs", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/people");
  await expect(page.getByText("Maya Lindqvist", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invite a user" }).click();
  await page.getByRole("radio", { name: "Single permissions" }).check();
  await expect(page.getByRole("checkbox", { name: "Read Incident", exact: true })).toBeVisible();
  await expectAccessible(page, "an invitation");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Actions for Kenji Watanabe" }).click();
  await page.getByRole("menuitem", { name: "Disable…" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "a question before disabling");
  await page.goto("/sign-in");
  await expectAccessible(page);
});

test("no reset link is offered for a person of the sample project, with the reason", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/people");
  const row = personRow(page, "Maya Lindqvist");
  await expect(row).toContainText("Sample user, cannot sign in");
  await page.getByRole("button", { name: "Actions for Maya Lindqvist" }).click();
  await expect(page.getByRole("menuitem", { name: "Change access…" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Create reset link…" })).toHaveCount(0);
});
