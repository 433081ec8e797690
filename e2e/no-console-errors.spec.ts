import { type Browser, expect, type Page } from "@playwright/test";
import { referenceResources, resources } from "@/lib/resources/index";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { inviteUser, joinProject, userIdOf } from "./support/invite-user";
import { untilQuiet } from "./support/quiet-network";
import { createRecord, sampleProjectId } from "./support/records";
import { callApi, signIn } from "./support/session";
import { test, watchConsole } from "./support/test";

// A browser logs each refused request to its console. These pages must avoid such requests.

const none = "00000000-0000-4000-8000-00000000dead";

/** A page of a missing record, and the text shown there. */
type Missing = readonly [path: string, said: string | RegExp];

const missing: readonly Missing[] = [
  [`/incident/${none}`, "Incident not found"],
  [`/incident/new?from=${none}`, "Incident not found"],
  ["/incident?filter=nonsense%3A1", "This filter cannot be used"],
  [`/incident?filter=incidentSeverityId%3A${none}`, "No incidents match"],
  [`/access?who=user:${none}`, "There is no such user"],
  [`?find=${none}`, /No results match all words/],
];

const alsoMissing: readonly Missing[] = [
  ["/incident/no-id-at-all", "Incident not found"],
  [`/incident/${none}?tab=history`, "Incident not found"],
  [`/incident/${none}/edit`, "Incident not found"],
  [`/incident?view=${none}`, "Incidents"],
  ["/incident?sort=nonsense", "Incidents"],
  [`/incident/new?incidentSeverityId=${none}`, "New incident"],
  [`/api-key/${none}`, "API key not found"],
  [`/change-log/${none}`, "Change log entry not found"],
  [`/access?resource=nonsense&operation=nonsense`, "Allowed"],
  [`/access?who=key:${none}`, "There is no such key"],
  ["/access?who=key:no-id-at-all", "There is no such key"],
];

test("pages of missing records say so, and the browser's console stays empty", {
  tag: "@hard",
}, async ({ page }) => {
  await visitMissing(page, missing);
});

test("so do all other such pages", { tag: "@hard" }, async ({ page }) => {
  await visitMissing(page, alsoMissing);
});

async function visitMissing(page: Page, pages: readonly Missing[]): Promise<void> {
  await signIn(page);
  for (const [path, said] of pages) {
    await page.goto(`/p/acme${path}`);
    await expect(page.getByText(said).first(), path).toBeVisible();
    await waitUntilIdle(page);
  }
}

test("a record deleted before its preview opens is no console error either", {
  tag: "@hard",
}, async ({ page }) => {
  await signIn(page);
  const gone = await createRecord(page.request, "label", { name: "Soon gone", color: "#123456" });
  await page.goto("/p/acme/label?filter=name%3A%22Soon+gone%22");
  const row = page.locator(`[id="row-${gone}"]`);
  await expect(row).toBeVisible();
  await callApi(page.request, "DELETE", `/api/label/${gone}`);
  await row.focus();
  await page.keyboard.press(" ");
  await expect(page.getByRole("complementary", { name: "Preview" })).toContainText(
    "Label not found",
  );
});

const tabs = ["overview", "related", "history", "api"];

test("no page of the console writes to the browser's console", { tag: "@hard" }, async ({
  page,
}) => {
  await signIn(page);
  for (const path of ownPaths) await visit(page, path);
  // `accessibility.spec.ts` visits the lists and the first tabs of the others.
  const known = new Set(referenceResources.map(({ path }) => path));
  for (const path of resources.keys()) if (!known.has(path)) await visit(page, `/p/acme/${path}`);
  for (const path of known) {
    const [record] = await firstRecords(page, path);
    if (!record) continue;
    for (const tab of tabs.slice(1)) await visit(page, `/p/acme/${path}/${record._id}?tab=${tab}`);
  }
});

test("nor does any page for a user without nearly all permissions", { tag: "@hard" }, async ({
  browser,
  page,
}) => {
  const own = await inviteWithFewRights(browser, page);
  const stray = watchConsole(own);
  for (const path of ownPaths) await visit(own, path);
  for (const path of resources.keys()) await visit(own, `/p/acme/${path}`);
  const label = await createRecord(page.request, "label", { name: "Seen", color: "#123456" });
  const incident = sampleId("incident", 1);
  const team = sampleId("team", 1);
  for (const path of [
    ...tabs.map((tab) => `incident/${incident}?tab=${tab}`),
    ...[`incident/${incident}/edit`, "incident/new", `incident/new?from=${incident}`],
    ...[`label/${label}`, `label/${label}/edit`, "label/new"],
    ...[`team/${team}/edit`, "team/new"],
    ...[`access?who=user:${none}`, `access?who=key:${none}`, `?find=${incident}`],
  ])
    await visit(own, `/p/acme/${path}`);
  await own.goto(`/p/acme/team/${team}`);
  await expect(
    own.getByRole("heading", { name: "You do not have permission to view teams" }),
  ).toBeVisible();
  await expect(
    own.getByRole("main").getByRole("link", { name: "Why was this denied?" }),
  ).toHaveAttribute("href", "/p/acme/access?resource=team&operation=get");
  expect(stray).toEqual([]);
  await own.context().close();
});

async function inviteWithFewRights(browser: Browser, page: Page): Promise<Page> {
  const permissions = ["Read Incident", "Create Incident", "Edit Incident", "Read Label"];
  const projectId = await sampleProjectId(page.request);
  return await inviteUser(browser, page, projectId, { name: "Quill", permissions });
}

test("nor does any page for a user who may change records without reading them", {
  tag: "@hard",
}, async ({ browser, page }) => {
  const permissions = ["Edit Incident", "Create Incident State Timeline", "Invite New Members"];
  const projectId = await sampleProjectId(page.request);
  const own = await inviteUser(browser, page, projectId, { name: "Blind", permissions });
  const stray = watchConsole(own);
  await visit(own, `/p/acme/incident/${sampleId("incident", 1)}`);
  await own.keyboard.press("Control+k");
  await expect(own.getByRole("dialog")).toBeVisible();
  await untilQuiet(own);
  await visit(own, `/p/acme/access?who=user:${sampleId("user", 2)}`);
  await expect(own.getByRole("region", { name: "Answer" })).toBeVisible();
  expect(stray).toEqual([]);
  await own.context().close();
});

test("nor does an access check of a user who belongs to another project", { tag: "@hard" }, async ({
  browser,
  page,
}) => {
  const permissions = ["Read Teams", "Invite New Members"];
  const own = await inviteUser(browser, page, await sampleProjectId(page.request), {
    name: "Wide",
    permissions,
  });
  const other = await callApi(page.request, "POST", "/api/project", { data: { name: "Afar" } });
  const projectId = other["_id"] ?? null;
  await joinProject(own, String(projectId), ["Read Teams"]);
  const name = { name: "Distant", permissions: ["Read Label"] };
  const theirs = await inviteUser(browser, page, String(projectId), name);
  const stray = watchConsole(own);
  await visit(own, `/p/acme/access?who=user:${await userIdOf(theirs)}`);
  await expect(own.getByText("There is no such user")).toBeVisible();
  expect(stray).toEqual([]);
  await theirs.context().close();
  await own.context().close();
});

test("nor do any public pages", { tag: "@hard" }, async ({ page }) => {
  for (const path of [
    ...["/", "/docs", "/docs/incident", "/sign-in", "/sign-in?next=/p/acme"],
    ...["/invite#closed", "/reset#closed", `/reset#${none}.closed`, ...ownPaths],
    // Links made by earlier versions.
    ...["/invite/closed", `/reset/${none}.closed`],
  ])
    await visit(page, path);
});

const ownPaths = [
  ...["/p/acme", "/p", "/p/none", "/p/none/incident", "/account"],
  ...["people", "keys", "access", "integrity", "deployment", "reports"].map(
    (path) => `/p/acme/${path}`,
  ),
];

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilIdle(page);
}

async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await untilQuiet(page);
}

async function firstRecords(
  page: Page,
  path: string,
): Promise<readonly { readonly _id: string }[]> {
  const list = `/api/${path}/get-list?limit=1`;
  return (await callApi<{ data: { _id: string }[] }>(page.request, "GET", list)).data;
}
