import { expect, type Page } from "@playwright/test";
import { inviteUser, joinProject, userIdOf } from "./support/invite-user";
import { createRecord, sampleProjectId } from "./support/records";
import { callApi } from "./support/session";
import { test } from "./support/test";

const why = { name: "Why was this denied?" };

test("a denied list names the missing permission and links to the reason, for owners of other projects too", async ({
  browser,
  page,
}) => {
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Rea",
    permissions: ["Read Incident"],
  });
  await own.goto("/p/acme/label");
  const refused = own
    .getByRole("alert")
    .filter({ hasText: "You do not have permission to view labels" });
  await expect(refused).toContainText("This needs the permission “Read Label”");
  await expect(refused).toContainText("An owner or administrator of this project can grant it.");
  await refused.getByRole("link", why).click();
  await expect(own).toHaveURL(/access\?resource=label&operation=list/);
  await expect(own.getByRole("region", { name: "Answer" })).toContainText("Denied");
  // In this project Roy may read labels, so the API returns an empty list instead of a refusal.
  const other = await callApi(page.request, "POST", "/api/project", { data: { name: "Theirs" } });
  await joinProject(own, String(other["_id"]), ["Project Owner"]);
  await own.goto("/p/acme/label");
  await expect(refused.getByRole("link", why)).toBeVisible();
  await own.context().close();
});

test("a filter on unreadable records says so, and can be removed", { tag: "@hard" }, async ({
  browser,
  page,
}) => {
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Roy",
    permissions: ["Read Incident"],
  });
  const filter = "state.new-incidents-start-here:yes title~checkout";
  await own.goto(`/p/acme/incident?${new URLSearchParams({ filter })}`);
  const refused = own.getByRole("alert").filter({ hasText: "uses incident states" });
  await expect(refused).toContainText("This needs the permission “Read Incident State”");
  await refused.getByRole("button", { name: "Remove this filter" }).click();
  await expect(
    own.getByRole("button", { name: "Title contains checkout", exact: true }),
  ).toBeVisible();
  await expect(refused).toHaveCount(0);
  await expect(own.getByRole("grid")).toBeVisible();
  await own.context().close();
});

test("a denied page opens once it is permitted, without a reload", { tag: "@hard" }, async ({
  browser,
  page,
}) => {
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Rio",
    permissions: ["Read Incident"],
  });
  const { memberId } = await memberOf(own, page);
  const grant = (permissions: string[]) =>
    callApi(page.request, "PUT", `/api/member/${memberId}`, { data: { permissions } });
  const refused = own.getByText("You do not have permission to view labels");
  await own.goto("/p/acme/label");
  await expect(refused).toBeVisible();
  await own.evaluate(() => document.body.setAttribute("data-loaded", "once"));
  await grant(["Read Incident", "Read Label"]);
  const comeBack = () => own.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await expect(async () => {
    await comeBack();
    await expect(own.getByRole("grid")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(refused).toHaveCount(0);
  await expect(own.locator("body")).toHaveAttribute("data-loaded", "once");
  await own.context().close();
});

test("a write denied while the page is open says so on the form or in a toast", {
  tag: "@hard",
}, async ({ browser, page }) => {
  const permissions = ["Read Label", "Edit Label", "Delete Label", "Create Label"];
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Ron",
    permissions,
  });
  const id = await createRecord(page.request, "label", { name: "Before", color: "#123456" });
  await own.goto(`/p/acme/label/${id}/edit`);
  await own.getByRole("textbox", { name: /^Name/ }).fill("After");
  const { memberId } = await memberOf(own, page);
  const reduce = { data: { permissions: ["Read Label"] } };
  await callApi(page.request, "PUT", `/api/member/${memberId}`, reduce);
  await own.getByRole("button", { name: /^Save/ }).click();
  const problem = own.getByRole("form").getByRole("alert").filter({ hasText: "Edit Label" });
  await expect(problem).toContainText("An owner or administrator of this project can grant it.");
  await expect(problem.getByRole("link", why)).toHaveAttribute(
    "href",
    "/p/acme/access?resource=label&operation=update",
  );
  await own.context().close();
});

test("an open editor stays with its input when the right to edit is lost", {
  tag: "@hard",
}, async ({ browser, page }) => {
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Rex",
    permissions: ["Read Label", "Edit Label"],
  });
  const id = await createRecord(page.request, "label", { name: "Before", color: "#123456" });
  await own.clock.install();
  await own.goto(`/p/acme/label/${id}`);
  await own.getByRole("button", { name: "Edit Name" }).click();
  const form = own.getByRole("form", { name: "Edit Name" });
  await form.getByRole("textbox").fill("After");
  const { memberId } = await memberOf(own, page);
  const reduce = { data: { permissions: ["Read Label"] } };
  await callApi(page.request, "PUT", `/api/member/${memberId}`, reduce);
  await own.clock.fastForward("10:00");
  await own.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await expect(own.getByRole("button", { name: /^Edit/ })).toHaveCount(0);
  await expect(form.getByRole("textbox")).toHaveValue("After");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toContainText("Edit Label");
  await expect(form.getByRole("textbox")).toHaveValue("After");
  await own.context().close();
});

/** Returns the ids of the user of a page and of their membership in the sample project. */
async function memberOf(own: Page, page: Page) {
  const userId = await userIdOf(own);
  const { data } = await callApi<{ data: { _id: string }[] }>(
    ...([page.request, "POST", "/api/member/get-list"] as const),
    { query: { userId, projectId: await sampleProjectId(page.request) } },
  );
  return { userId, memberId: data[0]?._id ?? "" };
}
