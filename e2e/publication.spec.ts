import { expect, type Page } from "@playwright/test";
import { loseReply } from "./support/lose-reply";
import { createRecord, declareIncident } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.use({ expectedErrors: [/Failed to load resource/] });
test.beforeEach(({ page }) => signIn(page));

const panel = (page: Page) => page.getByRole("region", { name: "Publication" });
const button = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true });
const openPage = (page: Page) => panel(page).getByRole("link", { name: "Open page" });
const postmortem = (page: Page) => page.getByRole("region", { name: "Postmortem" });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Sets the clock of the browser five minutes ahead. */
async function setClockAhead(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 300_000;
    globalThis.Date = new Proxy(Date, {
      construct: (target, given: [] | [number]) =>
        Reflect.construct(target, given.length === 0 ? [target.now()] : given),
    });
  });
}

test("a page is published by the clock of the server, not of the browser", {
  tag: "@hard",
}, async ({ page, request }) => {
  await setClockAhead(page);
  const id = await createRecord(request, "status-page", { name: "By the server's clock" });
  await page.goto(`/p/acme/status-page/${id}`);
  await button(page, "Publish").click();
  await expect(page.getByText(/^“.+” published$/)).toBeVisible();
  await expect(panel(page)).toContainText("Published just now");
  const address = await openPage(page).getAttribute("href");
  expect((await request.get(String(address))).status()).toBe(200);
});

test("a postmortem is published by the clock of the server, not of the browser", {
  tag: "@hard",
}, async ({ page, request }) => {
  await setClockAhead(page);
  const id = await declareIncident(request, {
    ...{ postmortemNote: "A full disk", showPostmortemOnStatusPage: true },
    isVisibleOnStatusPage: true,
  });
  await page.goto(`/p/acme/incident/${id}`);
  await postmortem(page).getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Postmortem published")).toBeVisible();
  await expect(postmortem(page)).toContainText("Visitors of status pages read it");
  const stored = await callApi(request, "POST", `/api/incident/${id}/get-item`);
  expect(Date.parse(String(stored["postmortemPostedAt"]))).toBeLessThanOrEqual(Date.now());
});

test("a postmortem with a later time is not said to be read before", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const id = await declareIncident(request, {
    ...{ postmortemNote: "A full disk", postmortemPostedAt: inAnHour() },
    ...{ isVisibleOnStatusPage: true, showPostmortemOnStatusPage: true },
  });
  await page.goto(`/p/acme/incident/${id}`);
  await expect(postmortem(page)).toContainText("Will be published");
  await expect(postmortem(page)).toContainText("Visitors of status pages read it from then on");
});

test("the time until the next rule and the time of a new record are those of the server", {
  tag: "@hard",
}, async ({ page, request }) => {
  await setClockAhead(page);
  const policy = await createRecord(request, "on-call-duty-policy", { name: "By the clock" });
  for (const name of ["First", "Second"]) {
    const of = { onCallDutyPolicyId: policy, name, escalateAfterInMinutes: 30 };
    await createRecord(request, "on-call-duty-policy-escalation-rule", of);
  }
  const id = await declareIncident(request, { onCallDutyPolicies: [policy] });
  await page.goto(`/p/acme/incident/${id}`);
  await expect(page.getByRole("timer").first()).toHaveText(/^in 2[6-9]:\d\d$/);
  await page.goto("/p/acme/status-page-announcement/new");
  const shownFrom = page.getByLabel(/^Shown from/);
  await expect(shownFrom).toHaveValue(/\d\d:\d\d/);
  const entered = Date.parse(`${await shownFrom.inputValue()} UTC`);
  expect(entered).toBeLessThanOrEqual(Date.now());
});

test("a page that will be published has no link, and can be published at once", {
  tag: "@hard",
}, async ({ page, request }) => {
  const data = { name: "Later", publishedAt: inAnHour() };
  const id = await createRecord(request, "status-page", data);
  await page.goto(`/p/acme/status-page/${id}`);
  await expect(panel(page)).toContainText(/Will be published in \d+ (min|h)/);
  await expect(openPage(page)).toHaveCount(0);
  await button(page, "Cancel publication").click();
  await expect(page.getByText(/^“.+” will not be published$/)).toBeVisible();
  await callApi(request, "PUT", `/api/status-page/${id}`, { data: { publishedAt: inAnHour() } });
  await page.reload();
  await button(page, "Publish now").click();
  await expect(page.getByText(/^“.+” published$/)).toBeVisible();
  const address = await openPage(page).getAttribute("href");
  expect((await request.get(String(address))).status()).toBe(200);
});

test("a lost reply to Publish is told by what the server stored", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const id = await createRecord(request, "status-page", { name: "Lost reply" });
  await page.goto(`/p/acme/status-page/${id}`);
  await loseReply(page, `**/api/status-page/${id}`, "PUT");
  await button(page, "Publish").click();
  await expect(page.getByText(/^“.+” published$/)).toBeVisible();
  await expect(page.getByText(/^“.+” not published$/)).toHaveCount(0);
  await expect(openPage(page)).toBeVisible();
});

test("without an answer it is not known whether a page was published", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const id = await createRecord(request, "status-page", { name: "No answer" });
  await page.goto(`/p/acme/status-page/${id}`);
  await page.route("**/api/status-page/**", (route) => route.abort());
  await button(page, "Publish").click();
  await expect(page.getByText(/^It is not known whether “.+” was published$/)).toBeVisible({
    timeout: 20_000,
  });
});

test("a preview follows its record, and nothing in it leads away", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const title = "See [the report](https://example.com/report)";
  const data = { name: "Shown", pageTitle: "The first title", isPublicStatusPage: true };
  const id = await createRecord(request, "status-page", data);
  await createRecord(request, "status-page-announcement", {
    ...{ title: "Maintenance", description: title, statusPages: [id] },
    showAnnouncementAt: new Date(Date.now() - 60_000).toISOString(),
  });
  await page.goto(`/p/acme/status-page/${id}`);
  await panel(page).getByText("Preview", { exact: true }).click();
  const frame = panel(page).frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "The first title" })).toBeVisible();
  await expect(frame.locator("a[href]")).toHaveCount(0);
  await frame.getByText("the report").click();
  await frame.getByText("Feed (Atom)").click();
  await expect(frame.getByRole("heading", { name: "The first title" })).toBeVisible();
  const change = { data: { pageTitle: "The second title" } };
  await callApi(request, "PUT", `/api/status-page/${id}`, change);
  await expect(frame.getByRole("heading", { name: "The second title" })).toBeVisible();
});

test("a preview that could not be read says why, and is read again", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const id = await createRecord(request, "status-page", { name: "Unread" });
  await page.route("**/preview", (route) => route.fulfill({ status: 500 }));
  await page.goto(`/p/acme/status-page/${id}`);
  await panel(page).getByText("Preview", { exact: true }).click();
  await expect(panel(page).getByRole("alert")).toContainText("The server returned status 500");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await button(page, "Try again: preview").click();
  const frame = panel(page).frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Unread" })).toBeVisible();
  await page.route("**/preview", (route) => route.fulfill({ status: 500 }));
  await button(page, "Reload preview").click();
  await expect(panel(page).getByRole("alert")).toContainText("The server returned status 500");
});

test("deep quotes and lists leave a status page as wide as a phone", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const now = new Date(Date.now() - 60_000).toISOString();
  const data = { name: "Narrow", isPublicStatusPage: true, publishedAt: now };
  const id = await createRecord(request, "status-page", data);
  const list = Array.from({ length: 30 }, (_, level) => `${"  ".repeat(level)}- item`).join("\n");
  await createRecord(request, "status-page-announcement", {
    ...{ title: "Deep", description: `${">".repeat(30)} quote\n\n${list}` },
    ...{ statusPages: [id], showAnnouncementAt: now },
  });
  await page.goto(`/p/acme/status-page/${id}`);
  const address = String(await openPage(page).getAttribute("href"));
  const visitor = await page.context().newPage();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(address);
  await expect(visitor.getByText("quote")).toBeVisible();
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
