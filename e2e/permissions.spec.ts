import { expect, type Page } from "@playwright/test";
import type { JsonObject } from "@/lib/schema/json";
import { inviteUser } from "./support/invite-user";
import { callApi } from "./support/session";
import { test } from "./support/test";

interface Expectation {
  readonly name: string;
  /** The permissions of the invitation; undefined for a user of another project. */
  readonly permissions: readonly string[] | undefined;
  /** The pages the user may open; all others deny access. */
  readonly sees: readonly string[];
  /** Whether each page shows its button or link that begins a change. */
  readonly may: Readonly<Record<string, boolean>>;
  /** The expected status of each call; 400 means permitted, because the body is empty. */
  readonly api: Readonly<Record<string, number>>;
}

const all = ["/people", "/keys", "/incident", "/label"];
const writes = [
  "POST /api/incident",
  "POST /api/label",
  "POST /api/invitation",
  "POST /api/api-key",
];
const reads = [
  "GET /api/incident/get-list",
  "GET /api/member/get-list",
  "GET /api/api-key/get-list",
];

const users: readonly Expectation[] = [
  {
    name: "Olga",
    permissions: ["Project Owner"],
    sees: all,
    may: { "/people": true, "/keys": true, "/incident": true },
    api: { ...allWithStatus(reads, 200), ...allWithStatus(writes, 400) },
  },
  {
    name: "Mark",
    permissions: ["Project Member"],
    sees: all,
    may: { "/people": false, "/keys": false, "/incident": true },
    api: {
      ...allWithStatus(reads, 200),
      ...{ "POST /api/incident": 400, "POST /api/label": 400 },
      ...{ "POST /api/invitation": 403, "POST /api/api-key": 403 },
    },
  },
  {
    name: "Rita",
    permissions: ["Read Incident"],
    sees: ["/incident"],
    may: { "/people": false, "/keys": false, "/incident": false },
    api: {
      ...allWithStatus(writes, 403),
      ...{ "GET /api/incident/get-list": 200, "GET /api/member/get-list": 403 },
      "GET /api/api-key/get-list": 403,
    },
  },
  { name: "Otto", permissions: undefined, sees: [], may: {}, api: {} },
];

const buttons: Readonly<Record<string, string>> = {
  "/people": "Invite a user",
  "/keys": "New API key",
  "/incident": "New incident",
};

const visiblePages: Readonly<Record<string, string>> = {
  "/people": "People",
  "/keys": "API keys",
  "/incident": "Incidents",
};

test("an owner, a member and a reader each see and can do what they may", async ({
  page,
  browser,
}) => {
  await page.goto("/sign-in");
  const project = await projectOf(page, "Acme");
  for (const seen of users.filter(({ permissions }) => permissions !== undefined)) {
    const own = await inviteUser(browser, page, project._id, seen);
    await own.goto(`/p/${project.slug}`);
    const nav = own.getByRole("navigation", { name: "Main" });
    await expect(nav.getByRole("link", { name: "Overview" })).toBeVisible();
    for (const path of all) {
      const link = nav.locator(`a[href="/p/${project.slug}${path}"]`);
      const isSeen = seen.sees.includes(path);
      await expect(link, `${seen.name} ${path}`).toHaveCount(isSeen ? 1 : 0);
    }
    for (const path of ["/people", "/keys", "/incident"]) {
      await own.goto(`/p/${project.slug}${path}`);
      if (seen.sees.includes(path)) {
        const heading = own.getByRole("heading", { level: 1, name: visiblePages[path] ?? "" });
        await expect(heading, `${seen.name} ${path}`).toBeVisible();
      } else {
        await expect(
          own.getByRole("heading", { name: /^You do not have permission to/ }),
        ).toBeVisible();
        await expect(own.getByText(/This needs the permission/)).toBeVisible();
        await own.getByRole("link", { name: "Why was this denied?" }).last().click();
        await expect(own.getByRole("region", { name: "Answer" })).toContainText("Denied");
        continue;
      }
      const begin = own
        .getByRole("button", { name: buttons[path] ?? "" })
        .or(own.getByRole("link", { name: buttons[path] ?? "" }));
      await expect(begin, `${seen.name} ${path}`).toHaveCount(seen.may[path] ? 1 : 0);
      const actions = own.getByRole("button", { name: /^Actions for Tomás/ });
      if (path === "/people") await expect(actions).toHaveCount(seen.may[path] ? 1 : 0);
    }
    for (const [call, status] of Object.entries(seen.api)) {
      expect([seen.name, call, await statusOf(own, call)]).toEqual([seen.name, call, status]);
    }
    await own.context().close();
  }
});

test("an outsider learns neither that the project exists nor anything in it", {
  tag: "@hard",
}, async ({ page, browser }) => {
  await page.goto("/sign-in");
  const acme = await projectOf(page, "Acme");
  const made = await callApi<{ _id: string; slug: string }>(page.request, "POST", "/api/project", {
    data: { name: "Otto's own" },
  });
  const otto = { ...(users.at(-1) as Expectation), permissions: ["Project Owner"] };
  const own = await inviteUser(browser, page, made._id, otto);
  const told = new Set<string | null>();
  for (const name of [acme.slug, acme._id, "nowhere", "00000000-0000-4000-8000-000000000000"]) {
    for (const path of ["", "/people", "/keys", "/incident"]) {
      await own.goto(`/p/${name}${path}`);
      await expect(own.getByRole("heading", { name: "Project not found" })).toBeVisible();
      told.add(await own.getByRole("main").textContent());
    }
  }
  expect(told.size).toBe(1);
  expect([...told][0]).not.toContain("Acme");
  const [incident] = await idsOf(page, "incident", { projectId: acme._id });
  const [person] = await idsOf(page, "user", { name: "Maya Lindqvist" });
  const unknown = "00000000-0000-4000-8000-000000000000";
  for (const path of ["incident", "member", "user"]) {
    const known = path === "user" ? person : incident;
    const [one, other] = [
      await full(own, "POST", `/api/${path}/${known}/get-item`),
      await full(own, "POST", `/api/${path}/${unknown}/get-item`),
    ];
    expect(one).toEqual(other);
    expect(one.status).toBe(404);
  }
  const query = (id: string) => `?resource=incident&operation=list&projectId=${id}`;
  expect(await full(own, "GET", `/api/access${query(acme._id)}`)).toEqual(
    await full(own, "GET", `/api/access${query(unknown)}`),
  );
  const list = await full(own, "POST", "/api/incident/get-list");
  expect(list.body).toMatchObject({ count: 0, data: [] });
  await own.goto("/p");
  await expect(own).toHaveURL(new RegExp(`/p/${made.slug}$`));
  await own.context().close();
});

async function projectOf(page: Page, name: string): Promise<{ _id: string; slug: string }> {
  const list = await callApi<{ data: { _id: string; slug: string }[] }>(
    page.request,
    "POST",
    "/api/project/get-list",
    { query: { name }, select: { slug: true } },
  );
  const [found] = list.data;
  if (!found) throw new Error(`There is no project ${name}.`);
  return found;
}

async function idsOf(page: Page, path: string, query: JsonObject): Promise<string[]> {
  const list = await callApi<{ data: { _id: string }[] }>(
    page.request,
    "POST",
    `/api/${path}/get-list`,
    { query, select: { _id: true }, limit: 1 },
  );
  return list.data.map(({ _id }) => _id);
}

/** Returns the status of a call sent as a page of the console sends it. */
async function statusOf(page: Page, call: string): Promise<number> {
  const [method = "", path = ""] = call.split(" ");
  return (await full(page, method, path)).status;
}

async function full(page: Page, method: string, path: string) {
  const origin = new URL(page.url() === "about:blank" ? "http://unknown" : page.url()).origin;
  const isGet = method === "GET";
  const reply = await page.request.fetch(path, {
    method,
    headers: isGet ? { "Sec-Fetch-Site": "same-origin" } : { Origin: origin },
    ...(!isGet && { data: {} }),
  });
  // The response contains the id from the request, whether it was found or not.
  const text = (await reply.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>");
  const { requestId: _, ...body } = JSON.parse(text) as Record<string, unknown>;
  return { status: reply.status(), body };
}

function allWithStatus(calls: readonly string[], status: number): Readonly<Record<string, number>> {
  return Object.fromEntries(calls.map((call) => [call, status]));
}
