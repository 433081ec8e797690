import { expect, type Locator, type Page, type Response } from "@playwright/test";
import { holdResponses } from "./support/hold-response";
import { inviteUser, userIdOf } from "./support/invite-user";
import { gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.use({ expectedErrors: [/status of 401/] });
test.beforeEach(({ page }) => signIn(page));

const password = "four unrelated words here";

test("a session that ends while a form is filled in is renewed over it, and the save goes through", {
  tag: "@axe",
}, async ({ page, inspect }) => {
  await page.goto("/p/acme/alert-severity/new");
  await page.getByLabel(/^Name/).fill("Typed for an hour");
  await page.getByLabel(/^Color/).fill("#334455");
  await endSession(page);
  const save = page.getByRole("button", { name: "Create alert severity" });
  await save.click();
  const dialog = question(page);
  await expect(dialog.getByLabel("E-mail")).toHaveValue(process.env["E2E_EMAIL"] ?? "");
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog, "a key that slips loses nothing").toBeVisible();
  await inspect(page, "signing in again");
  for (let n = 0; n < 8; n += 1) await page.keyboard.press("Tab");
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog.getByRole("alert")).not.toBeEmpty();
  await expect(page.getByLabel(/^Name/)).toHaveValue("Typed for an hour");
  await renew(dialog);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Typed for an hour");
  await expect(dialog).toHaveCount(0);
});

test("the focus is restored once the session is renewed", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).first()).toBeVisible();
  await endSession(page);
  const refresh = page.getByRole("button", { name: "Refresh" });
  await refresh.focus();
  await page.keyboard.press("Enter");
  await renew(question(page));
  await expect(question(page)).toHaveCount(0);
  await expect(refresh).toBeFocused();
  await expect(gridRows(page).first()).toBeVisible();
});

test("a record under the pointer asks for no sign-in, but the user who opens it is asked", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).nth(2)).toBeVisible();
  await endSession(page);
  const states = refusal(page, "/incident-state/get-list");
  for (const place of [1, 2]) {
    const refused = refusal(page, "/incident/versions");
    await gridRows(page).nth(place).getByRole("link").first().hover();
    await refused;
  }
  await states;
  // The dialog is loaded on demand.
  await page.waitForTimeout(1_000);
  await expect(question(page)).toHaveCount(0);
  await gridRows(page).nth(2).getByRole("link").first().click();
  await renew(question(page));
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Acknowledge|Resolve|Reopen)/ })).not.toHaveCount(
    0,
  );
});

test("a record that is opened while it is prefetched asks for the sign-in", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).nth(1)).toBeVisible();
  await endSession(page);
  const letStates = await holdResponses(page, "**/api/incident-state/get-list");
  const letRecord = await holdResponses(page, "**/api/incident/versions");
  const begun = page.waitForRequest("**/api/incident/versions");
  await gridRows(page).nth(1).getByRole("link").first().hover();
  await begun;
  await gridRows(page).nth(1).getByRole("link").first().click();
  await expect(gridRows(page)).toHaveCount(0);
  letRecord();
  letStates();
  await renew(question(page));
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Acknowledge|Resolve|Reopen)/ })).not.toHaveCount(
    0,
  );
  await expect(question(page)).toHaveCount(0);
});

test("several requests denied at once ask for one sign-in, and all are retried", {
  tag: "@hard",
}, async ({ page }) => {
  await page.goto("/p/acme/incident");
  await expect(gridRows(page).first()).toBeVisible();
  await endSession(page);
  const link = gridRows(page).first().getByRole("link", { includeHidden: true }).first();
  const href = await link.getAttribute("href");
  await pressEvenBelow(link);
  const dialog = question(page);
  await expect(dialog).toHaveCount(1);
  await renew(dialog);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(href ?? "");
  await expect(page.getByRole("tab", { name: /^History/ })).toBeVisible();
  await expect(page.getByRole("list", { name: /^Timeline/ })).toBeVisible();
});

test("signing in as another user opens a fresh page, without the input", async ({
  page,
  browser,
  request,
}) => {
  const email = `else.${Date.now()}@example.com`;
  const projectId = await sampleProjectId(request);
  const data = { projectId, email, name: "Else", permissions: ["Project Member"] };
  const made = await callApi<{ link: string }>(request, "POST", "/api/invitation", { data });
  await page.goto("/p/acme/alert-severity/new");
  const origin = new URL(page.url()).origin;
  const other = await browser.newContext({ baseURL: origin });
  const token = made.link.split("#").at(-1) ?? "";
  const accepted = { data: { token, name: "Else", password }, headers: { Origin: origin } };
  expect((await other.request.post("/api/invitation/accept", accepted)).ok()).toBe(true);
  await other.close();
  await page.getByLabel(/^Name/).fill("Not for others");
  await page.getByLabel(/^Color/).fill("#334455");
  await endSession(page);
  await pressCreate(page);
  const dialog = question(page);
  await dialog.getByRole("button", { name: "Sign in as another user" }).click();
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel(/^Name/)).toHaveValue("");
  const found = { query: { name: "Not for others", projectId } };
  const { count } = await callApi<{ count: number }>(
    ...([request, "POST", "/api/alert-severity/count", found] as const),
  );
  expect(count).toBe(0);
});

test("another user who signs in in another tab neither sends nor sees the input", {
  tag: "@hard",
}, async ({ page, browser, request }) => {
  const projectId = await sampleProjectId(request);
  const permissions = ["Project Owner"];
  const other = await inviteUser(browser, page, projectId, { name: "Second", permissions });
  const email = process.env["E2E_EMAIL"] ?? "";
  await page.goto("/p/acme/alert-severity/new");
  await page.getByLabel(/^Name/).fill("Typed by user one");
  await page.getByLabel(/^Color/).fill("#334455");
  await page.context().addCookies(await other.context().cookies());
  await other.context().close();
  await pressCreate(page);
  const dialog = otherUser(page);
  await expect(dialog.getByText(/^second\.\d+@example\.com has signed in/)).toBeVisible();
  await expect(dialog.getByLabel("E-mail")).toHaveValue(email);
  await expect(page.getByLabel(/^Name/)).toHaveValue("Typed by user one");
  const path = "/api/alert-severity/get-list";
  const written = () =>
    callApi<{ data: { createdByUserId: string }[] }>(request, "POST", path, {
      query: { name: "Typed by user one", projectId },
      select: { createdByUserId: true },
    });
  expect((await written()).data).toEqual([]);
  await renew(dialog);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Typed by user one");
  await expect(dialog).toHaveCount(0);
  expect((await written()).data).toEqual([
    expect.objectContaining({ createdByUserId: await userIdOf(page) }),
  ]);
});

test("a page that looks up its user again never becomes the page of another user", {
  tag: "@hard",
}, async ({ page, browser, request }) => {
  const projectId = await sampleProjectId(request);
  const other = await inviteUser(browser, page, projectId, {
    name: "Third",
    permissions: ["Project Member"],
  });
  await page.clock.install();
  await page.goto("/p/acme/alert-severity/new");
  await page.getByLabel(/^Name/).fill("Typed by user one");
  await page.context().addCookies(await other.context().cookies());
  await other.context().close();
  await page.clock.fastForward("10:00");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(otherUser(page)).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue("Typed by user one");
  await renew(otherUser(page));
  await expect(otherUser(page)).toHaveCount(0);
  await expect(page.getByLabel(/^Name/)).toHaveValue("Typed by user one");
});

for (const from of ["/account", "/p/acme/incident"]) {
  test(`a sign-out on ${from} does not end the session of another user`, { tag: "@hard" }, async ({
    page,
    browser,
    request,
  }) => {
    const other = await inviteUser(browser, page, await sampleProjectId(request), {
      name: "Fourth",
      permissions: ["Project Member"],
    });
    const theirs = await userIdOf(other);
    await page.goto(from);
    // A request of the page itself would ask for the sign-in before the sign-out does.
    await page.waitForLoadState("networkidle");
    if (from === "/account") await expect(page.getByLabel("Display name")).toBeVisible();
    else await page.getByRole("button", { name: /^Account of/ }).click();
    await page.context().addCookies(await other.context().cookies());
    const role = from === "/account" ? "button" : "menuitem";
    await page.getByRole(role, { name: "Sign out" }).click();
    await expect(
      otherUser(page).getByText(/^fourth\.\d+@example\.com has signed in/),
    ).toBeVisible();
    expect(await userIdOf(page)).toBe(theirs);
    await renew(otherUser(page));
    await expect(page).toHaveURL(/\/sign-in/);
    await other.context().close();
  });
}

test("a session is ended once, and the button shows that it is pending", async ({
  page,
  browser,
  address,
}) => {
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0";
  const other = await browser.newContext({ baseURL: address, userAgent });
  await signIn(await other.newPage());
  await other.close();
  await page.goto("/account");
  const end = page.getByRole("button", { name: /^End session: Firefox/ });
  await expect(end).toHaveCount(1);
  const sent: string[] = [];
  page.on("request", (one) => one.method() === "DELETE" && sent.push(one.url()));
  const letThrough = await holdResponses(page, "**/api/auth/sessions/*");
  await pressTwiceAtOnce(end);
  await expect(end).toContainText("Working");
  letThrough();
  await expect(end).toHaveCount(0);
  expect(sent).toHaveLength(1);
  await expect(page.getByText("Session not ended")).toHaveCount(0);
});

function question(page: Page): Locator {
  return page.getByRole("alertdialog", { name: "Your session has ended" });
}

function otherUser(page: Page): Locator {
  return page.getByRole("alertdialog", { name: "Another user is signed in" });
}

/** Presses the button of the form for a new alert severity. */
async function pressCreate(page: Page): Promise<void> {
  const name = "Create alert severity";
  await pressEvenBelow(page.getByRole("button", { name, includeHidden: true }));
}

/** Waits for the refusal of a request to a path that ends so. */
function refusal(page: Page, end: string): Promise<Response> {
  return page.waitForResponse((reply) => reply.url().endsWith(end) && reply.status() === 401);
}

/** Presses even below a dialog. A request of the page itself may open the dialog first. */
async function pressEvenBelow(control: Locator): Promise<void> {
  await control.evaluate((element: HTMLElement) => element.click());
}

/** Presses twice before the next render, as fast fingers do on a slow device. */
async function pressTwiceAtOnce(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
}

async function renew(dialog: Locator): Promise<void> {
  await dialog.getByLabel("Password").fill(process.env["E2E_PASSWORD"] ?? "");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Ends the session on the server alone, as its expiry does. */
async function endSession(page: Page): Promise<void> {
  // A late request of the page would ask for the sign-in before the step of the test does.
  await page.waitForLoadState("networkidle");
  const origin = new URL(page.url()).origin;
  const cookies = await page.context().cookies();
  const reply = await page.request.post("/api/auth/sign-out", {
    data: {},
    headers: { Origin: origin },
  });
  expect(reply.ok()).toBe(true);
  // The browser continues with the cookie of the ended session.
  await page.context().addCookies(cookies);
}
