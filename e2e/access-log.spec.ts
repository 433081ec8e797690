import { type Browser, expect, type Page } from "@playwright/test";
import { inviteUser, userIdOf } from "./support/invite-user";
import { gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

const project = "/p/acme";

test.beforeEach(({ page }) => signIn(page));

async function owner(browser: Browser, page: Page, name: string): Promise<Page> {
  const projectId = await sampleProjectId(page.request);
  return await inviteUser(browser, page, projectId, { name, permissions: ["Project Owner"] });
}

async function refuse(page: Page, email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const data = { email, password: "not the password at all" };
    const reply = await page.request.post("/api/auth/sign-in/email", { data });
    expect(reply.status()).toBe(401);
  }
}

async function emailOf(own: Page): Promise<string> {
  const me = await own.request.get("/api/me", { headers: { "Sec-Fetch-Site": "same-origin" } });
  return ((await me.json()) as { email: string }).email;
}

/** Reloads until the words appear. Refusals are written within five seconds. */
async function reloadUntil(page: Page, words: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(words).first()).toBeVisible({ timeout: 8_000 });
  }).toPass();
}

test("the access log shows event, person and origin as text, newest first, as cards on a phone", {
  tag: "@hard",
}, async ({ page, browser, inspect }) => {
  const own = await owner(browser, page, "Ines");
  await refuse(own, await emailOf(own), 3);
  const data = {
    projectId: await sampleProjectId(page.request),
    name: "Told key",
    permissions: ["Read Label"],
  };
  await callApi(page.request, "POST", "/api/api-key", { data });
  await page.goto(project);
  await page.getByRole("navigation", { name: "Main" }).getByText("Access log").click();
  await expect(page.getByRole("heading", { level: 1, name: /^Access log/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Access log/);
  await reloadUntil(page, "Sign-in refused 3 times");
  const heads = page.getByRole("columnheader");
  for (const title of ["When", "Event", "Person", "API key", "Address", "Device", "Count"])
    await expect(heads.filter({ hasText: title }).first()).toBeVisible();
  await expect(page.getByRole("columnheader", { name: /^When/ })).toHaveAttribute(
    ...(["aria-sort", "descending"] as const),
  );
  const refused = gridRows(page).filter({ hasText: "Sign-in refused 3 times" });
  await expect(refused.getByRole("link", { name: "Ines" })).toBeVisible();
  await expect(refused).toContainText("127.0.0.1");
  const made = gridRows(page).filter({ hasText: "Key made" });
  await expect(made.getByText("Told key")).toBeVisible();
  const text = (await page.locator("main").textContent()) ?? "";
  expect(text).not.toMatch(/undefined|sign_in|key_made|\[object/);
  await expect(page.getByRole("link", { name: /^New/ })).toHaveCount(0);
  await inspect(page, "the access log");
  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole("list", { name: "Access Log Entries" }).getByRole("listitem");
  const card = cards.filter({ hasText: "Sign-in refused 3 times" });
  await expect(card).toContainText("Ines");
  await expect(card.locator("time")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await inspect(page, "the access log on a phone");
});

test("nothing of the access log can be changed, one by one or several at once", async ({
  page,
}) => {
  await page.goto(`${project}/access-log`);
  await gridRows(page).first().getByRole("checkbox").check();
  const bar = page.getByText(/^1 selected/);
  await expect(bar).toBeVisible();
  for (const name of [/^Delete/, /^Set/, /^Edit/])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await gridRows(page).first().getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/_/);
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Copy id"]);
});

test("events, people and keys are chosen by their names", { tag: "@hard" }, async ({
  page,
  browser,
}) => {
  const own = await owner(browser, page, "Kira");
  await own.goto(`${project}/access-log`);
  await expect(gridRows(own).first()).toBeVisible();
  await own.keyboard.press("f");
  const field = own.getByRole("button", { name: /Field$/ });
  await field.click();
  await own.getByRole("option", { name: "Event", exact: true }).click();
  await own.getByRole("checkbox", { name: "Signed in", exact: true }).check();
  await own.getByRole("checkbox", { name: "Invitation accepted", exact: true }).check();
  await own.getByRole("button", { name: "Add filter" }).click();
  const chip = own.getByRole("button", { name: "Event is Signed in or Invitation accepted" });
  await expect(chip.first()).toBeVisible();
  await expect(gridRows(own).filter({ hasText: "Signed in" }).first()).toBeVisible();
  await expect(gridRows(own).filter({ hasText: "Key made" })).toHaveCount(0);
  await own.goto(`${project}/access-log?${new URLSearchParams({ filter: "person:me" })}`);
  await expect(gridRows(own).filter({ hasText: "Invitation accepted" })).toHaveCount(1);
  for (const row of await gridRows(own).all()) await expect(row).toContainText("Kira");
});

test("owners of a project see no address, and it is not offered to them", { tag: "@hard" }, async ({
  page,
  browser,
}) => {
  const own = await owner(browser, page, "Olga");
  await own.goto(`${project}/access-log`);
  await expect(gridRows(own).first()).toBeVisible();
  await expect(own.getByRole("columnheader", { name: /^(Address|Device)/ })).toHaveCount(0);
});

test("a member finds no access log beside People, and their own events with their address", {
  tag: "@hard",
}, async ({ page, browser }) => {
  const projectId = await sampleProjectId(page.request);
  const permissions = ["Project Member"];
  const own = await inviteUser(browser, page, projectId, { name: "Mika", permissions });
  await own.goto(project);
  await expect(own.getByRole("link", { name: "People", exact: true })).toBeVisible();
  await expect(own.getByRole("navigation", { name: "Main" }).getByText("Access log")).toHaveCount(
    0,
  );
  await own.goto(`${project}/access-log`);
  await expect(gridRows(own).first()).toContainText("127.0.0.1");
  for (const row of await gridRows(own).all()) await expect(row).toContainText("Mika");
});

test.describe("an access log", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("without entries says so, and one that fails can be tried again", { tag: "@hard" }, async ({
    page,
  }) => {
    await page.goto(`${project}/access-log?${new URLSearchParams({ filter: "address:none" })}`);
    await expect(page.getByRole("status").getByText("No access log entries match")).toBeVisible();
    await page.route("**/api/access-log/get-list", (route) => route.abort());
    // The server would render the rows of a new document.
    await page.getByRole("link", { name: "Access log", exact: true }).click();
    await expect(page.getByRole("alert").getByText("The list could not be loaded")).toBeVisible();
    await page.unroute("**/api/access-log/get-list");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(gridRows(page).first()).toBeVisible();
  });
});

test("a person of no project reads their sign-ins and all their events on their account page", {
  tag: "@hard",
}, async ({ page, browser, inspect }) => {
  const projectId = await sampleProjectId(page.request);
  const permissions = ["Project Member"];
  const own = await inviteUser(browser, page, projectId, { name: "Nela", permissions });
  const query = { userId: await userIdOf(own), projectId };
  const found = await callApi<{ data: { _id: string }[] }>(
    ...([page.request, "POST", "/api/member/get-list", { query }] as const),
  );
  await callApi(page.request, "DELETE", `/api/member/${found.data[0]?._id}`);
  await refuse(own, await emailOf(own), 2);
  await own.goto("/account");
  await expect(own.getByText("You are not a member of any project yet")).toBeVisible();
  await reloadUntil(own, "Sign-in refused 2 times");
  const part = own.getByRole("region", { name: "Recent sign-ins" });
  const refused = part.getByRole("listitem").first();
  await expect(refused).toContainText(
    /^Sign-in refused 2 times\d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC · /,
  );
  await expect(refused).toContainText("127.0.0.1 · ");
  const all = part.getByRole("link", { name: "All account activity" });
  await all.focus();
  await own.keyboard.press("Enter");
  await expect(own.getByRole("heading", { level: 1 })).toHaveText("Account activity");
  const events = own.getByRole("list", { name: "Account activity" }).getByRole("listitem");
  await expect(events.first()).toContainText("Sign-in refused 2 times");
  await expect(events.filter({ hasText: "Membership changed" }).first()).toBeVisible();
  await expect(own.locator("main")).not.toContainText(/undefined|sign_in/);
  await inspect(own, "one's own events");
});

test("the change log distinguishes a person named like the system from the system", {
  tag: "@hard",
}, async ({ page, browser }) => {
  const projectId = await sampleProjectId(page.request);
  const permissions = ["Project Owner"];
  const own = await inviteUser(browser, page, projectId, { name: "Spoofer", permissions });
  const headers = { Origin: `http://127.0.0.1:${process.env["E2E_PORT"]}` };
  const name = "Server start";
  const renamed = await own.request.post("/api/me", { data: { data: { name } }, headers });
  expect(renamed.status()).toBe(200);
  const data = { projectId, name: "Spoofed", color: "#123456", description: "x" };
  const made = await own.request.post("/api/label", { data: { data }, headers });
  expect(made.status()).toBe(200);
  await page.goto(`${project}/change-log?columns=at,actorName,operation,resource`);
  const byPerson = gridRows(page).locator('[data-column="actorName"]', { hasText: name });
  await expect(byPerson.first()).toHaveText("Person Server start");
  const system = new URLSearchParams({ filter: "actorType:system" });
  await page.goto(`${project}/change-log?columns=at,actorName,operation,resource&${system}`);
  const cells = gridRows(page).locator('[data-column="actorName"]');
  await expect(cells.first()).toHaveText(/^System /);
});
