import { expect } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { inviteUser } from "./support/invite-user";
import { untilQuiet } from "./support/quiet-network";
import { createRecord, sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test, watchConsole } from "./support/test";

const gone = "00000000-0000-4000-8000-00000000dead";

const incident = (more: object) => ({
  title: "Seen by few",
  incidentSeverityId: sampleId("incident-severity", 1),
  currentIncidentStateId: sampleId("incident-state", 1),
  declaredAt: new Date().toISOString(),
  ...more,
});

test.beforeEach(({ page }) => signIn(page));

test("records of a kind that may not be read are shown as no access, never as missing", {
  tag: "@hard",
}, async ({ browser, page }) => {
  const id = await createRecord(
    page.request,
    "incident",
    incident({
      labels: [sampleId("label", 1)],
      onCallDutyPolicies: [sampleId("on-call-duty-policy", 1)],
      changeMonitorStatusToId: sampleId("monitor-status", 1),
      monitors: [],
    }),
  );
  const permissions = ["Read Incident", "Edit Incident"];
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Narrow",
    permissions,
  });
  const stray = watchConsole(own);
  const main = own.getByRole("main");
  const isSaid = async (path: string) => {
    await own.goto(`/p/acme/incident${path}`);
    await expect(main.getByText("No access", { exact: true }).first()).toBeVisible();
    await untilQuiet(own);
    await expect(main.getByText("Missing", { exact: true })).toHaveCount(0);
    await expect(main.getByText("Record not found or not readable")).toHaveCount(0);
  };
  const columns = "title,labels,onCallDutyPolicies,changeMonitorStatusToId,incidentSeverityId";
  await isSaid(`?columns=${columns}`);
  await isSaid(`/${id}`);
  await own.goto(`/p/acme/incident/${id}/edit`);
  await expect(own.getByRole("combobox", { name: /^Severity/ })).toHaveValue(
    /^No access \(…[0-9a-f]{6}\)$/,
  );
  await own.goto(
    `/p/acme/incident?filter=incidentSeverityId%3A${sampleId("incident-severity", 1)}`,
  );
  await expect(main.getByText(/Severity is .*\(no access\)/).first()).toBeVisible();
  expect(stray).toEqual([]);
  await own.context().close();
});

test("an id that names no record of a kind that may be read is said to be missing", {
  tag: "@hard",
}, async ({ page, request }) => {
  const id = await createRecord(request, "incident", incident({ changeMonitorStatusToId: gone }));
  await page.goto(`/p/acme/incident?columns=title,changeMonitorStatusToId&filter=_id%3A${id}`);
  const main = page.getByRole("main");
  await expect(main.getByText("Missing", { exact: true }).first()).toBeVisible();
  await page.goto(`/p/acme/incident/${id}`);
  await expect(main.getByText("Missing", { exact: true }).first()).toBeVisible();
  await page.goto(`/p/acme/incident/${id}/edit`);
  await expect(page.getByRole("combobox", { name: /^Set monitors to/ })).toHaveValue(
    `${gone} (no record found)`,
  );
  await page.goto(`/p/acme/incident?filter=changeMonitorStatusToId%3A${gone}`);
  await expect(main.getByText("Set monitors to is a missing record").first()).toBeVisible();
});
