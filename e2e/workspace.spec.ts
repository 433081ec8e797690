import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { inviteUser } from "./support/invite-user";
import { createRecord, declareIncident, gridRows, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

const timelineOf = (page: Page) => page.getByRole("list", { name: /^Timeline/ });

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

async function owners(request: APIRequestContext, incidentId: string): Promise<unknown[]> {
  const ask = { query: { incidentId }, select: { userId: true } };
  const { data } = await callApi<{ data: { userId: string }[] }>(
    ...([request, "POST", "/api/incident-owner-user/get-list", ask] as const),
  );
  return data.map(({ userId }) => userId);
}

test("an incident is handed over with a note, and one undo takes all back", async ({
  page,
  request,
}) => {
  const id = await declareIncident(request);
  const before = sampleId("user", 1);
  const fields = { incidentId: id, userId: before, isOwnerNotified: false };
  await createRecord(request, "incident-owner-user", fields);
  const commands = { incidentId: id, userId: before, incidentRoleId: sampleId("incident-role", 1) };
  await createRecord(request, "incident-member", { ...commands, notes: "Knows the replica" });
  await page.goto(`/p/acme/incident/${id}`);
  await page.getByRole("button", { name: "Hand over", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Hand INC-\d+ over/ });
  await dialog.getByRole("combobox", { name: /^Owner/ }).fill(sampleId("user", 2));
  await page.getByRole("option").first().click();
  await dialog.getByRole("textbox", { name: "Note" }).fill("The replica still lags");
  await dialog.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(page.getByText(/INC-\d+ handed over/)).toBeVisible();
  await expect(timelineOf(page)).toContainText("The replica still lags");
  await expect(timelineOf(page)).toContainText("is no longer owner");
  await expect(timelineOf(page)).toContainText(/joined as Incident Commander/);
  await expect(timelineOf(page)).toContainText(/left the role Incident Commander/);
  expect(await owners(request, id)).toEqual([sampleId("user", 2)]);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Hand over undone")).toBeVisible();
  await expect(timelineOf(page)).not.toContainText("The replica still lags");
  expect(await owners(request, id)).toEqual([before]);
  const ask = { query: { incidentId: id }, select: { userId: true, notes: true } };
  const { data } = await callApi<{ data: readonly unknown[] }>(
    ...([request, "POST", "/api/incident-member/get-list", ask] as const),
  );
  expect(data).toMatchObject([{ userId: before, notes: "Knows the replica" }]);
});

test("an alert is handed over, and its header and preview show users beside teams", async ({
  page,
  request,
}) => {
  const title = "Replica lags";
  const id = await createRecord(request, "alert", {
    ...{ title, alertSeverityId: sampleId("alert-severity", 1) },
    currentAlertStateId: sampleId("alert-state", 1),
  });
  const header = page.getByRole("main").locator("header").first();
  await page.goto(`/p/acme/alert/${id}`);
  await expect(header).toContainText("No owner");
  await page.getByRole("button", { name: "Hand over", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Hand ALT-\d+ over/ });
  await dialog.getByRole("combobox", { name: /^Owner/ }).fill("nobody of this name");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(dialog.getByText("Choose the user who takes over from the list.")).toBeVisible();
  await dialog.getByRole("combobox", { name: /^Owner/ }).fill("Pr");
  await page.getByRole("option", { name: /Priya/ }).first().click();
  await dialog.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(page.getByText(/ALT-\d+ handed over/)).toBeVisible();
  await expect(header.getByRole("link", { name: "Priya Raman" })).toHaveText(/^PR/);
  await expect(header).not.toContainText("No owner");
  const [teamId, team] = [sampleId("team", 1), "Platform"];
  await createRecord(request, "alert-owner-team", { alertId: id, teamId, isOwnerNotified: false });
  await expect(header.getByRole("link", { name: team })).toBeVisible();
  await page.goto("/p/acme/alert");
  await gridRows(page).filter({ hasText: title }).first().focus();
  await page.keyboard.press("Space");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(preview).toContainText(/Owned by\s*Priya Raman,\s*Platform/);
});

test("a note takes files, keeps them over a reload, and shows them in the timeline", async ({
  page,
  request,
}) => {
  const id = await declareIncident(request);
  await page.goto(`/p/acme/incident/${id}`);
  const form = page.getByRole("form", { name: "New note" });
  const graph = { name: "graph.txt", mimeType: "text/plain", buffer: Buffer.from("p99 7 s") };
  await form.getByLabel("Files to attach").setInputFiles(graph);
  const attached = form.getByRole("list", { name: "Attached files" });
  await expect(attached.getByRole("link", { name: "graph.txt" })).toBeVisible();
  await page.reload();
  await expect(attached.getByRole("link", { name: "graph.txt" })).toBeVisible();
  const trace = { ...graph, name: "trace.txt" };
  await form.getByLabel("Files to attach").setInputFiles(trace);
  await expect(attached.getByRole("link", { name: "trace.txt" })).toBeVisible();
  await attached.getByRole("listitem").last().getByRole("button", { name: "Remove file" }).click();
  await form.getByRole("textbox").fill("The p99 of the pool");
  await form.getByRole("button", { name: "Add note" }).click();
  await expect(attached).toBeHidden();
  const entry = timelineOf(page).getByRole("listitem").filter({ hasText: "The p99 of the pool" });
  const link = entry.getByRole("link", { name: "graph.txt" });
  await expect(link).toBeVisible();
  await expect(entry).not.toContainText("trace.txt");
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(await file.text()).toBe("p99 7 s");
});

test.describe("a note", () => {
  test.use({ expectedErrors: [/status of 500|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });

  test("is not sent offline, which its form and the toast of a step stop to say on reconnect", {
    tag: "@hard",
  }, async ({ page, context, request }) => {
    await page.goto(`/p/acme/incident/${await declareIncident(request)}`);
    const form = page.getByRole("form", { name: "New note" });
    await form.getByRole("textbox").fill("The pool is empty");
    // The first toast loads the code of all.
    await page.getByRole("main").press("t");
    await expect(page.getByText("Times are now shown in")).toBeVisible();
    await context.setOffline(true);
    await form.getByRole("button", { name: "Add note" }).click();
    await expect(form.getByRole("alert")).toContainText("You are offline.");
    const reads: string[] = [];
    page.on("requestfailed", (failed) => {
      if (failed.url().includes("/get-item")) reads.push(failed.url());
    });
    await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
    const toast = page.getByRole("alertdialog").filter({ hasText: "offline" });
    await expect(toast).toContainText("You are offline.");
    // The record is as it was, so the user is told at once.
    expect(reads).toEqual([]);
    await context.setOffline(false);
    for (const message of [form.getByRole("alert"), toast]) {
      await expect(message).toContainText("You are online again: try again.");
      await expect(message).not.toContainText("You are offline");
    }
    await form.getByRole("button", { name: "Add note" }).click();
    await expect(form.getByRole("alert")).toHaveCount(0);
    await expect(timelineOf(page)).toContainText("The pool is empty");
  });

  test("is kept over an error, another page and a reload, and says that it is public", {
    tag: "@hard",
  }, async ({ page, request }) => {
    const id = await declareIncident(request);
    await page.goto(`/p/acme/incident/${id}`);
    const field = page.getByRole("textbox", { name: /^Note on this/ });
    const form = page.getByRole("form", { name: "New note" });
    await expect(form).toContainText("Only users of this project read this.");
    await form.getByText("Public", { exact: true }).click();
    await expect(form).not.toContainText("Only users of this project read this.");
    await field.fill("We are looking into **slow** payments");
    await page.route("**/api/incident-public-note", (route) => route.abort());
    await form.getByRole("button", { name: "Publish note" }).click();
    await expect(form.getByRole("alert")).toBeVisible();
    await expect(field).toHaveValue("We are looking into **slow** payments");
    await page.getByRole("tab", { name: "API" }).click();
    await page.reload();
    await page.getByRole("tab", { name: "Overview" }).click();
    await expect(field).toHaveValue("We are looking into **slow** payments");
    await page.unroute("**/api/incident-public-note");
    await field.press("Control+Enter");
    await expect(timelineOf(page)).toContainText("wrote a public note");
    await expect(timelineOf(page).locator("strong", { hasText: "slow" })).toBeVisible();
    await expect(field).toHaveValue("");
    await page.reload();
    await expect(field).toHaveValue("");
  });
});

test("a long timeline loads further pages as the user scrolls, and an entry has an address", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await declareIncident(request, { declaredAt: minutesAgo(10) });
  await createRecord(request, "incident-state-timeline", {
    ...{ incidentId: id, incidentStateId: sampleId("incident-state", 2), startsAt: minutesAgo(5) },
  });
  for (let count = 0; count < 210; count += 1) {
    await createRecord(request, "incident-internal-note", {
      ...{ incidentId: id, note: `Note number ${count}`, isOwnerNotified: false },
    });
  }
  await page.goto(`/p/acme/incident/${id}`);
  const entries = timelineOf(page).locator("> li");
  await expect(entries).toHaveCount(200);
  await expect(page.getByText("Time to acknowledge")).toBeVisible();
  await entries.last().scrollIntoViewIfNeeded();
  await expect(timelineOf(page)).toContainText("Note number 0");
  // Only entries near the window are in the document.
  const loaded = Number(await entries.last().getAttribute("aria-setsize"));
  expect(loaded).toBeGreaterThan(210);
  const address = await entries.nth(5).getByRole("link").first().getAttribute("href");
  await page.goto(`/p/acme/incident/${id}${address}`);
  await expect(page.getByText(/^Up to/)).toBeVisible();
  await expect(entries.first()).toContainText(/Note number/);
  expect(await entries.count()).toBeLessThan(200);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(entries.first()).toContainText("Note number 209");
  await page.getByRole("button", { name: "Oldest first" }).click();
  await expect(entries.first()).toContainText("declared the incident");
  await entries.last().scrollIntoViewIfNeeded();
  await expect(timelineOf(page)).toContainText("Note number 209");
  await entries.filter({ hasText: "Note number 209" }).scrollIntoViewIfNeeded();
  await createRecord(request, "incident-internal-note", {
    ...{ incidentId: id, note: "Written at the end", isOwnerNotified: false },
  });
  await expect(timelineOf(page)).toContainText("Written at the end");
});

test("a postmortem begins with the timeline, and is published in a step of its own", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await declareIncident(request, { rootCause: "A full disk" });
  const secret = { incidentId: id, note: "Bob forgot the alarm", isOwnerNotified: false };
  await createRecord(request, "incident-internal-note", secret);
  await page.goto(`/p/acme/incident/${id}`);
  await expect(page.getByRole("region", { name: "Postmortem" })).toHaveCount(0);
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await page.getByRole("button", { name: "Start postmortem" }).click();
  const dialog = page.getByRole("dialog", { name: "Postmortem" });
  const text = dialog.getByRole("textbox", { name: /^Text of the postmortem/ });
  await expect(text).toHaveValue(/## Timeline[\s\S]*declared the incident[\s\S]*A full disk/);
  await expect(text).not.toHaveValue(/Bob forgot/);
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("A full disk");
  await dialog.getByRole("button", { name: "Save postmortem" }).click();
  await expect(dialog).toHaveCount(0);
  const card = page.getByRole("region", { name: "Postmortem" });
  await expect(card).toContainText("Draft");
  const stored = () => callApi(request, "POST", `/api/incident/${id}/get-item`);
  expect((await stored())["postmortemPostedAt"]).toBeNull();
  await card.getByRole("button", { name: "Publish" }).click();
  await expect(card).toContainText("Published");
  // The card shows a change before it is stored; the message comes after.
  await expect(page.getByText("Postmortem published")).toBeVisible();
  expect((await stored())["postmortemPostedAt"]).not.toBeNull();
  await expect(card).toContainText("Only users of this project read it");
  await card.getByRole("button", { name: "Show to visitors" }).click();
  await expect(card).toContainText("Visitors do not read it: “Visible on status page” is off");
  await expect(page.getByText("Postmortem shown to visitors")).toBeVisible();
  await callApi(request, "PUT", `/api/incident/${id}`, { data: { isVisibleOnStatusPage: true } });
  await expect(card).toContainText("Visitors of status pages read it");
  expect((await stored())["showPostmortemOnStatusPage"]).toBe(true);
});

test.describe("a kept postmortem", { tag: "@hard" }, () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("does not overwrite the text that another user saved meanwhile", async ({
    page,
    request,
  }) => {
    const id = await declareIncident(request, {
      currentIncidentStateId: sampleId("incident-state", 3),
    });
    const stored = () => callApi(request, "POST", `/api/incident/${id}/get-item`);
    await page.goto(`/p/acme/incident/${id}`);
    await page.getByRole("button", { name: "Start postmortem" }).click();
    const dialog = page.getByRole("dialog", { name: "Postmortem" });
    const text = dialog.getByRole("textbox");
    await expect(text).toHaveValue(/## Summary/);
    await text.fill("My text");
    await page.reload();
    const data = { postmortemNote: "Their text" };
    await callApi(request, "PUT", `/api/incident/${id}`, { data });
    await page.reload();
    await page.getByRole("button", { name: "Edit postmortem" }).click();
    await expect(text).toHaveValue("My text");
    await dialog.getByRole("button", { name: "Save postmortem" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Their text");
    expect((await stored())["postmortemNote"]).toBe("Their text");
    await dialog.getByRole("button", { name: "Overwrite with my value" }).click();
    await expect(dialog).toHaveCount(0);
    expect((await stored())["postmortemNote"]).toBe("My text");
  });
});

test("the preview of a postmortem and its draft follow the typing with few steps", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await declareIncident(request, {
    currentIncidentStateId: sampleId("incident-state", 3),
  });
  await page.goto(`/p/acme/incident/${id}`);
  await page.getByRole("button", { name: "Start postmortem" }).click();
  const dialog = page.getByRole("dialog", { name: "Postmortem" });
  const preview = dialog.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Action items");
  await preview.evaluate((element) => {
    const count = () => {
      document.body.dataset["steps"] = String(Number(document.body.dataset["steps"] ?? 0) + 1);
    };
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(count).observe(element, options);
  });
  const typed = "forty keys that come one after the other";
  await dialog.getByRole("textbox").pressSequentially(typed);
  await expect(preview).toContainText(typed);
  const steps = await page.evaluate(() => Number(document.body.dataset["steps"]));
  expect(steps).toBeLessThan(typed.length / 4);
  await page.reload();
  await page.getByRole("button", { name: "Start postmortem" }).click();
  await expect(dialog.getByRole("textbox")).toHaveValue(new RegExp(typed));
});

test("a member is added on the page of the incident, which stays open", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await declareIncident(request);
  await page.goto(`/p/acme/incident/${id}?tab=related`);
  const owned = page.getByRole("region", { name: "Incident user owners" });
  await owned.getByRole("button", { name: /^Add/ }).click();
  await owned.getByRole("combobox", { name: /^Owner/ }).fill(sampleId("user", 3));
  await page.getByRole("option").first().click();
  await owned.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Incident user owner added")).toBeVisible();
  expect(await owners(request, id)).toEqual([sampleId("user", 3)]);
  await expect(page).toHaveURL(new RegExp(`incident/${id}`));
});

test("a user who may only read finds no control to write, step or hand over", {
  tag: "@hard",
}, async ({ page, browser, request }) => {
  const id = await declareIncident(request);
  const project = await sampleProjectId(request);
  const permissions = ["Read Incident", "Read Incident State"];
  const own = await inviteUser(browser, page, project, { name: "Reader", permissions });
  await own.goto(`/p/acme/incident/${id}`);
  await expect(timelineOf(own)).toContainText("declared");
  for (const name of ["Note", "Hand over", "Acknowledge", "Resolve"]) {
    await expect(own.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await expect(own.getByRole("form", { name: "New note" })).toHaveCount(0);
  await own.context().close();
});

test("an incident that was closed after its resolution lasted until it was resolved", {
  tag: "@hard",
}, async ({ page, request }) => {
  const closed = await createRecord(request, "incident-state", {
    ...{ name: "Closed", color: "#336633", isResolvedState: true, order: 9 },
  });
  const id = await declareIncident(request, { declaredAt: minutesAgo(4_320) });
  const enter = (incidentStateId: string, minutes: number) =>
    createRecord(request, "incident-state-timeline", {
      ...{ incidentId: id, incidentStateId, startsAt: minutesAgo(minutes) },
    });
  await enter(sampleId("incident-state", 3), 4_200);
  // The page rounds the current time down to half a minute.
  await enter(closed, 5.5);
  await page.goto(`/p/acme/incident/${id}`);
  await expect(page.getByRole("main")).toContainText(/Closed\s*for 5 min/);
  await expect(page.getByText(/^Lasted 2 h/)).toBeVisible();
  await expect(page.getByText("Time to resolve").locator("xpath=..")).toContainText(/2 h$/);
});

test.describe("the undo of a hand over", { tag: "@hard" }, () => {
  test.use({ expectedErrors: [/status of 404/] });

  const handOverTo = async (page: Page, person: number, note = "") => {
    await page.getByRole("button", { name: "Hand over", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Hand INC-\d+ over/ });
    await dialog.getByRole("combobox", { name: /^Owner/ }).fill(sampleId("user", person));
    await page.getByRole("option").first().click();
    if (note !== "") await dialog.getByRole("textbox", { name: "Note" }).fill(note);
    await dialog.getByRole("button", { name: "Hand over", exact: true }).click();
    await expect(page.getByText(/INC-\d+ handed over/)).toBeVisible();
  };

  test("restores the owners although another user removed the note", async ({ page, request }) => {
    const id = await declareIncident(request);
    const before = sampleId("user", 1);
    const fields = { incidentId: id, userId: before, isOwnerNotified: false };
    await createRecord(request, "incident-owner-user", fields);
    await page.goto(`/p/acme/incident/${id}`);
    await handOverTo(page, 2, "The replica still lags");
    const ask = { query: { incidentId: id }, select: { _id: true } };
    const { data } = await callApi<{ data: { _id: string }[] }>(
      ...([request, "POST", "/api/incident-internal-note/get-list", ask] as const),
    );
    await callApi(request, "DELETE", `/api/incident-internal-note/${data[0]?._id}`);
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(page.getByText("Hand over undone")).toBeVisible();
    expect(await owners(request, id)).toEqual([before]);
  });

  test("is not offered to a user who may not remove what was added", async ({
    page,
    browser,
    request,
  }) => {
    const id = await declareIncident(request);
    const project = await sampleProjectId(request);
    const permissions = ["Read Incident", "Read Incident State", "Read Teams"];
    const owner = ["Read Incident User Owner", "Create Incident User Owner"];
    const own = await inviteUser(browser, page, project, {
      ...{ name: "Adder", permissions: [...permissions, ...owner] },
    });
    await own.goto(`/p/acme/incident/${id}`);
    await handOverTo(own, 2);
    await expect(own.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
    expect(await owners(request, id)).toEqual([sampleId("user", 2)]);
    await own.context().close();
  });
});
