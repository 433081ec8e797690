import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject } from "@/lib/schema/json";
import { holdResponses } from "./support/hold-response";
import { inviteUser } from "./support/invite-user";
import { createRecord, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

const policyId = sampleId("on-call-duty-policy", 1);
const ruleKind = "on-call-duty-policy-escalation-rule";
const ladder = (page: Page) => page.getByRole("region", { name: "Escalation ladder" });
const rungs = (page: Page) => ladder(page).getByRole("grid").getByRole("row");

async function namesInOrder(
  request: APIRequestContext,
  path: string,
  query: JsonObject,
): Promise<readonly unknown[]> {
  const ask = { query, sort: { order: 1 }, select: { name: true } };
  const { data } = await callApi<{ data: JsonObject[] }>(
    ...([request, "POST", `/api/${path}/get-list`, ask] as const),
  );
  return data.map(({ name }) => name);
}

const rules = (request: APIRequestContext) =>
  namesInOrder(request, ruleKind, { onCallDutyPolicyId: policyId });

test("the ladder of a policy says when it reaches whom, and its rungs are moved by keys", {
  tag: ["@axe", "@hard"],
}, async ({ page, request, inspect }) => {
  await page.goto(`/p/acme/on-call-duty-policy/${policyId}`);
  await expect(rungs(page)).toHaveCount(3);
  await expect(rungs(page).nth(0)).toContainText("+0 min");
  await expect(rungs(page).nth(1)).toContainText("+5 min");
  await expect(rungs(page).nth(2)).toContainText("+15 min");
  await expect(ladder(page)).toContainText(/\d+ people within 15 min/);
  await expect(ladder(page)).toContainText("+30 min: then again ×2");
  await inspect(page);
  const before = await rules(request);
  await ladder(page)
    .getByRole("button", { name: /^Move .*Head of platform.* up$/ })
    .click();
  await expect(rungs(page).nth(1)).toContainText("Head of platform");
  await expect(page.getByText("Head of platform moved")).toBeVisible();
  expect(await rules(request)).toEqual([before[0], before[2], before[1]]);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Change undone")).toBeVisible();
  expect(await rules(request)).toEqual(before);
  await expect(rungs(page).nth(1)).toContainText("Secondary on duty");

  await rungs(page).nth(0).focus();
  for (const key of ["Tab", "Enter", "ArrowDown", "ArrowDown", "Enter"]) {
    await page.keyboard.press(key);
  }
  await expect(page.getByText("Primary on duty moved")).toBeVisible();
  expect(await rules(request)).not.toEqual(before);
});

test("a policy that notifies nobody says so, and offers to add a rule and people", {
  tag: ["@axe", "@hard"],
}, async ({ browser, page, request, inspect }) => {
  const id = await createRecord(request, "on-call-duty-policy", {
    ...{ name: "Empty", repeatPolicyIfNoOneAcknowledges: false },
    repeatPolicyIfNoOneAcknowledgesNoOfTimes: 0,
  });
  await page.goto(`/p/acme/on-call-duty-policy/${id}`);
  await expect(ladder(page)).toContainText("This policy has no rules");
  await ladder(page).getByRole("link", { name: "Add rule" }).click();
  await page.getByRole("textbox", { name: /^Name/ }).fill("First");
  await page.getByRole("button", { name: /^Create/ }).click();
  await expect(page).toHaveURL(/\/[0-9a-f-]{36}$/);
  await page.goto(`/p/acme/on-call-duty-policy/${id}`);
  await expect(ladder(page)).toContainText("Names nobody");
  await inspect(page);
  await ladder(page).getByRole("link", { name: "Add person to First" }).click();
  await page.getByRole("combobox", { name: /^Person/ }).fill(sampleId("user", 1));
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: /^Create/ }).click();
  await expect(page).toHaveURL(/\/[0-9a-f-]{36}$/);
  await page.goto(`/p/acme/on-call-duty-policy/${id}`);
  await expect(ladder(page)).toContainText("1 person within 0 min");
  const rule = { onCallDutyPolicyId: id, name: "Lost", order: 1 };
  await createRecord(request, ruleKind, rule);
  await createRecord(request, ruleKind, { ...rule, name: "Never", order: 3 });
  await page.reload();
  await expect(ladder(page)).toContainText("Never reached");
  await expect(ladder(page)).toContainText("No rule that is reached names a person");
  const kinds = ["", " Escalation Rule", " Escalation Rule User", " Escalation Rule Team"];
  const own = await inviteUser(browser, page, await sampleProjectId(request), {
    name: "Reader",
    permissions: kinds.map((kind) => `Read On-Call Duty Policy${kind}`),
  });
  await own.goto(`/p/acme/on-call-duty-policy/${id}`);
  await expect(ladder(own).getByText("Names nobody")).toHaveCount(2);
  await expect(ladder(own).getByRole("link", { name: /^Add/ })).toHaveCount(0);
  await own.context().close();
});

test("an incident shows the present rung and counts down to the next", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const id = await createRecord(request, "incident", {
    title: "Checkout is slow",
    incidentSeverityId: sampleId("incident-severity", 1),
    currentIncidentStateId: sampleId("incident-state", 1),
    declaredAt: new Date().toISOString(),
    monitors: [sampleId("monitor", 2)],
    onCallDutyPolicies: [policyId],
  });
  await page.goto(`/p/acme/incident/${id}`);
  const glance = page.getByRole("region", { name: "At a glance" });
  await expect(glance).toContainText("reached step 1 of 3");
  await expect(glance.getByRole("timer")).toHaveText(/^in \d:\d\d$/);
  await glance.getByRole("button", { name: "Show uptime of 90 days" }).click();
  await expect(glance.getByRole("slider", { name: /^Uptime of Checkout API/ })).toBeVisible();
  await glance.getByText("Ladder", { exact: true }).click();
  await expect(glance.locator('[aria-current="step"]')).toContainText("+0 min");
});

test("an open incident shows that its escalation reaches the next rule", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const policy = await createRecord(request, "on-call-duty-policy", {
    ...{ name: "Quick", repeatPolicyIfNoOneAcknowledges: false },
    repeatPolicyIfNoOneAcknowledgesNoOfTimes: 0,
  });
  for (const name of ["First", "Second"]) {
    const rule = { onCallDutyPolicyId: policy, name, escalateAfterInMinutes: 1 };
    await createRecord(request, ruleKind, rule);
  }
  const id = await createRecord(request, "incident", {
    title: "Payments are slow",
    incidentSeverityId: sampleId("incident-severity", 1),
    currentIncidentStateId: sampleId("incident-state", 1),
    declaredAt: new Date(Date.now() - 30_000).toISOString(),
    onCallDutyPolicies: [policy],
  });
  await page.goto(`/p/acme/incident/${id}`);
  const glance = page.getByRole("region", { name: "At a glance" });
  await expect(glance).toContainText(/next Second\s*in 0:\d\d/);
  await expect(glance).toContainText("reached step 2 of 2", { timeout: 60_000 });
});

test.describe("a refused move", () => {
  test.use({ expectedErrors: [/status of 412/] });

  test("puts the records back and says so", { tag: "@hard" }, async ({ page, request }) => {
    const projectId = await sampleProjectId(request);
    const names = () => namesInOrder(request, "incident-severity", { projectId });
    await page.goto(`/p/acme/project/${projectId}`);
    const list = page.getByRole("grid", { name: "Incident severities, in order" });
    const before = await names();
    await expect(list.getByRole("row")).toHaveCount(before.length);
    await page.route("**/api/incident-severity/*", async (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      await route.fulfill({
        ...{ status: 412, contentType: "application/problem+json" },
        body: JSON.stringify({
          ...{ status: 412, code: "precondition_failed", title: "Precondition Failed" },
          detail: "The record was changed by someone else.",
        }),
      });
    });
    const second = list.getByRole("row").nth(1);
    await second.getByRole("button", { name: /up$/ }).click();
    await expect(page.getByText("Order not changed")).toBeVisible();
    await page.unroute("**/api/incident-severity/*");
    await expect(list.getByRole("row").nth(0)).toContainText(String(before[0]));
    expect(await names()).toEqual(before);
    await list.getByRole("row").nth(1).getByRole("button", { name: /up$/ }).click();
    await expect(page.getByText(`${before[1]} moved`)).toBeVisible();
    expect((await names()).slice(0, 2)).toEqual([before[1], before[0]]);
  });
});

test("moves made while one is being saved follow one after the other", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const projectId = await sampleProjectId(request);
  const names = () => namesInOrder(request, "incident-severity", { projectId });
  const [first, second, third, ...rest] = await names();
  await page.goto(`/p/acme/project/${projectId}`);
  const list = page.getByRole("grid", { name: "Incident severities, in order" });
  const move = (name: unknown, way: "up" | "down") =>
    list.getByRole("button", { name: `Move ${name} ${way}` }).click();
  await expect(list.getByRole("row")).toHaveCount(3 + rest.length);
  const letThrough = await holdResponses(page, "**/api/incident-severity/*");
  await move(first, "down");
  await move(third, "up");
  await move(third, "up");
  await move(first, "up");
  letThrough();
  await expect.poll(names).toEqual([third, first, second, ...rest]);
  await expect(list.getByRole("row").nth(0)).toContainText(String(third));
  await expect(list.getByRole("row").nth(2)).toContainText(String(second));
});

test("a status page's groups are ordered where they are listed", { tag: "@hard" }, async ({
  page,
  request,
}) => {
  const statusPageId = sampleId("status-page", 1);
  const names = () => namesInOrder(request, "status-page-group", { statusPageId });
  const [first, second] = await names();
  await page.goto(`/p/acme/status-page/${statusPageId}?tab=related`);
  await page.getByRole("button", { name: "Order Status page groups" }).click();
  const list = page.getByRole("grid", { name: "Status page groups, in order" });
  await list
    .getByRole("button", { name: /^Move .* down$/ })
    .first()
    .click();
  await expect(page.getByText(`${first} moved`)).toBeVisible();
  expect(await names()).toEqual([second, first]);
});
