import { expect, type Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { inviteUser } from "./support/invite-user";
import { untilQuiet } from "./support/quiet-network";
import { createRecord, sampleProjectId } from "./support/records";
import { signIn } from "./support/session";
import { test, watchConsole } from "./support/test";

test.beforeEach(({ page }) => signIn(page));

async function openNew(page: Page, path: string, values: Readonly<Record<string, string>>) {
  await page.goto(`/p/acme/${path}/new?${new URLSearchParams(values)}`);
}

const warning = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

test("a dependency that contradicts others shows a warning under its field, and is saved", {
  tag: "@hard",
}, async ({ page, request }) => {
  const ids: string[] = [];
  for (const name of ["Warned A", "Warned B", "Warned C"])
    ids.push(await createRecord(request, "service", { name, serviceColor: "#123456" }));
  const [a = "", b = "", c = ""] = ids;
  const depends = (serviceId: string, dependencyServiceId: string) =>
    createRecord(request, "service-dependency", { serviceId, dependencyServiceId });
  const first = await depends(a, b);
  await depends(b, c);
  const open = (serviceId: string, dependencyServiceId: string) =>
    openNew(page, "service-dependency", { serviceId, dependencyServiceId });
  const field = page.getByRole("combobox", { name: /^Depends on/ });
  await open(a, a);
  await expect(field).toHaveAccessibleDescription(/This service would depend on itself/);
  await open(b, a);
  await expect(field).toHaveAccessibleDescription(
    /already depends on this service\. .*form a cycle/,
  );
  await open(c, a);
  await expect(field).toHaveAccessibleDescription(/this service through other services/);
  await open(a, b);
  await expect(field).toHaveAccessibleDescription(
    "Another service dependency has the same Service and Depends on.",
  );
  await page.getByRole("button", { name: "Create service dependency" }).click();
  await expect(page.getByText("Service Dependency created")).toBeVisible();
  await page.goto(`/p/acme/service-dependency/${first}/edit`);
  await expect(warning(page, "Another service dependency")).toBeVisible();
});

test("a duplicate role of a person on an incident shows a warning, another role and the record itself do not", {
  tag: "@hard",
}, async ({ page, request }) => {
  const of = {
    incidentId: await createRecord(request, "incident", incident({})),
    userId: sampleId("user", 1),
  };
  const role = sampleId("incident-role", 1);
  const member = await createRecord(request, "incident-member", { ...of, incidentRoleId: role });
  await openNew(page, "incident-member", { ...of, incidentRoleId: role });
  await expect(warning(page, /Another incident member has the same/)).toBeVisible();
  const field = page.getByRole("combobox", { name: /^Role/ });
  await field.fill("");
  await page.keyboard.press("Tab");
  await expect(warning(page, /Another incident member/)).toHaveCount(0);
  await page.goto(`/p/acme/incident-member/${member}/edit`);
  await expect(field).not.toHaveValue("");
  await page.waitForLoadState("networkidle");
  await expect(warning(page, /Another incident member/)).toHaveCount(0);
});

test("an address that a status page already has shows a warning until it is changed", {
  tag: "@hard",
}, async ({ page, request }) => {
  const statusPageId = sampleId("status-page", 1);
  const email = "twice@example.com";
  await createRecord(request, "status-page-private-user", {
    statusPageId,
    email,
    isSsoUser: false,
  });
  await openNew(page, "status-page-private-user", { statusPageId });
  const field = page.getByRole("textbox", { name: "E-mail" });
  const button = page.getByRole("button", { name: /^Create / });
  const before = await button.boundingBox();
  await field.fill(email);
  await expect(warning(page, /Another status page private user/)).toBeVisible();
  // The warning moves no button, so a click does not miss it.
  expect(await button.boundingBox()).toEqual(before);
  await field.pressSequentially("x");
  await expect(warning(page, /Another status page private user/)).toHaveCount(0);
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
});

test("a milder status than that of another open incident shows a warning", {
  tag: "@hard",
}, async ({ page, request }) => {
  const monitor = await createRecord(request, "monitor", {
    name: "Warned monitor",
    monitorType: "API",
  });
  const status = (place: number) => sampleId("monitor-status", place);
  const more = { monitors: [monitor], changeMonitorStatusToId: status(3) };
  await createRecord(request, "incident", incident(more));
  const field = page.getByRole("combobox", { name: /^Set monitors to/ });
  const milder = /INC-\d+ is open and requires a worse status for the same monitors: Offline/;
  await openNew(page, "incident", { monitors: monitor, changeMonitorStatusToId: status(2) });
  await expect(field).toHaveAccessibleDescription(milder);
  await openNew(page, "incident", { monitors: monitor, changeMonitorStatusToId: status(3) });
  await expect(field).not.toHaveValue("");
  await page.waitForLoadState("networkidle");
  await expect(warning(page, milder)).toHaveCount(0);
});

test("no request is sent for records that the user may not read", { tag: "@hard" }, async ({
  browser,
  page,
}) => {
  const permissions = ["Create Service Dependency", "Create Incident", "Read Incident"];
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Wary",
    permissions,
  });
  const stray = watchConsole(own);
  const service = sampleId("service", 1);
  await openNew(own, "service-dependency", { serviceId: service, dependencyServiceId: service });
  await expect(warning(own, "depend on itself")).toBeVisible();
  await openNew(own, "incident", {
    monitors: sampleId("monitor", 1),
    changeMonitorStatusToId: sampleId("monitor-status", 1),
  });
  await expect(own.getByRole("combobox", { name: /^Set monitors to/ })).toBeVisible();
  await own.waitForTimeout(1_000);
  await untilQuiet(own);
  expect(stray).toEqual([]);
  await own.context().close();
});

test("monitor statuses are offered in their order", { tag: "@hard" }, async ({ page }) => {
  await page.goto("/p/acme/incident/new");
  await page.getByRole("combobox", { name: /^Set monitors to/ }).click();
  await expect(page.getByRole("option").filter({ hasNotText: "Create" })).toHaveText([
    ...["Operational", "Degraded", "Offline"],
  ]);
});

function incident(more: object) {
  return {
    title: "Warned of",
    incidentSeverityId: sampleId("incident-severity", 1),
    currentIncidentStateId: sampleId("incident-state", 1),
    declaredAt: new Date().toISOString(),
    ...more,
  };
}
