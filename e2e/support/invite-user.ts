import { type Browser, expect, type Page } from "@playwright/test";
import { trackRequests } from "./quiet-network";
import { callApi } from "./session";
import { untilHydrated } from "./until-hydrated";

/** Returns the id of the user signed in on a page. */
export async function userIdOf(own: Page): Promise<string> {
  const me = await own.request.get("/api/me", { headers: { "Sec-Fetch-Site": "same-origin" } });
  return ((await me.json()) as { _id: string })._id;
}

interface NewUser {
  readonly name: string;
  readonly permissions?: readonly string[] | undefined;
}

/** Invites a user to a project and accepts the invitation in a separate browser context. */
export async function inviteUser(
  browser: Browser,
  page: Page,
  projectId: string,
  { name, permissions = [] }: NewUser,
): Promise<Page> {
  const email = `${name.toLowerCase()}.${Date.now()}@example.com`;
  const data = { projectId, email, name, permissions: [...permissions] };
  const made = await callApi<{ link: string }>(page.request, "POST", "/api/invitation", { data });
  const origin = `http://127.0.0.1:${process.env["E2E_PORT"]}`;
  const context = await browser.newContext({ baseURL: origin });
  const own = untilHydrated(trackRequests(await context.newPage()));
  const token = made.link.split("#").at(-1) ?? "";
  const reply = await own.request.post("/api/invitation/accept", {
    data: { token, name, password: "four unrelated words here" },
    headers: { Origin: origin },
  });
  expect(reply.status()).toBe(200);
  return own;
}

/**
 * Makes a signed-in user a member of another project: the user accepts an administrator's offer.
 */
export async function joinProject(
  own: Page,
  projectId: string,
  permissions: readonly string[],
): Promise<void> {
  const data = { projectId, userId: await userIdOf(own), permissions: [...permissions] };
  const { _id } = await callApi(own.request, "POST", "/api/member", { data });
  const reply = await own.request.post(`/api/membership-request/${_id}/accept`, {
    data: {},
    headers: { Origin: `http://127.0.0.1:${process.env["E2E_PORT"]}` },
  });
  expect(reply.status()).toBe(200);
}
