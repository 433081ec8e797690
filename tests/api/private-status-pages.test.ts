import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { flushRefusals } from "@/lib/auth/access-log/refusals";
import { documents } from "@/lib/http/status-pages/address";
import { accessLog } from "@/lib/resources/system/access-log";
import type { JsonObject } from "@/lib/schema/json";
import { type Reply, type TestApi, testApi } from "@/tests/api";
import { dump } from "@/tests/dump";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const published = "2029-12-01T00:00:00.000Z";
const password = "seven green bottles";
let names = 0;

/** Creates a private page that is published, and a private user of it. */
async function newPrivatePage() {
  names += 1;
  const slug = `private-${names}`;
  const page = await api.engine.create("status-page", {
    ...{ name: slug, slug, pageTitle: "Of the partners", publishedAt: published },
    isPublicStatusPage: false,
  });
  const email = `mia${names}@example.com`;
  const user = await newUser(page._id, email);
  return { slug, pageId: page._id, userId: user._id, email };
}

function newUser(pageId: unknown, email: string) {
  const data = { statusPageId: String(pageId), email, password };
  return api.engine.create("status-page-private-user", data);
}

function get(slug: string, part = "", cookie = ""): Promise<Reply> {
  const path = part === "" ? `/status/${slug}` : `/status/${slug}/${part}`;
  return api.read("GET", path, { headers: cookie === "" ? {} : { cookie } });
}

function signIn(
  slug: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const body = new URLSearchParams(fields).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const own = { host: "status.example", ...type, ...headers };
  return api.read("POST", `/status/${slug}/sign-in`, { body, headers: own });
}

/** Signs in and returns the cookie. */
async function cookieOf(slug: string, email: string): Promise<string> {
  const reply = await signIn(slug, { email, password });
  expect([reply.status, reply.headers["Location"]]).toEqual([303, `/status/${slug}`]);
  return String(reply.headers["Set-Cookie"]).split(";")[0] ?? "";
}

describe("a private status page", () => {
  it("shows a form, and nothing of the page in any document, without its cookie", async () => {
    const { slug } = await newPrivatePage();
    for (const part of documents) {
      const { status, text, headers } = await get(slug, part);
      expect([part, status]).toEqual([part, part === "" ? 200 : 401]);
      expect(text).not.toContain("Of the partners");
      expect(headers["Cache-Control"]).toBe("no-store");
      expect(headers).not.toHaveProperty("Access-Control-Allow-Origin");
    }
  });

  it("is shown with the right password, and its cookie opens nothing else", async () => {
    const { slug, email } = await newPrivatePage();
    const other = await newPrivatePage();
    const cookie = await cookieOf(slug, email.toUpperCase());
    const { text, headers } = await get(slug, "", cookie);
    expect(text).toContain("Of the partners");
    expect(headers["Cache-Control"]).toBe("private, no-store");
    expect((await get(slug, "api/v2/summary.json", cookie)).status).toBe(200);
    const value = cookie.slice(cookie.indexOf("=") + 1);
    const forOther = `tocsin-status-${other.pageId}=${value}`;
    for (const sent of [cookie, forOther]) {
      expect((await get(other.slug, "feed.atom", sent)).status).toBe(401);
    }
    for (const sent of [cookie, `tocsin=${value}`]) {
      const reply = await api.read("GET", "/api/me", { headers: { cookie: sent } });
      expect(reply.status).toBe(401);
    }
  });

  it("sets a cookie for its own path, out of the reach of scripts", async () => {
    const { slug, email } = await newPrivatePage();
    const reply = await signIn(slug, { email, password });
    expect(reply.headers["Set-Cookie"]).toMatch(
      new RegExp(`; Max-Age=1209600; Path=/status/${slug}; HttpOnly; SameSite=Lax$`),
    );
  });

  it("refuses a wrong password, an unknown e-mail and a user without a password alike", async () => {
    const { slug, email, pageId } = await newPrivatePage();
    const sso = { statusPageId: String(pageId), email: "sso@example.com", isSsoUser: true };
    await api.engine.create("status-page-private-user", { ...sso, password });
    const before = await dump(api.engine.store);
    const tries = [
      { email, password: `${password}.` },
      { email: "nobody@example.com", password },
      { email: "sso@example.com", password },
      { email, password: "" },
    ];
    const texts = new Set<string>();
    for (const fields of tries) {
      const { status, text, headers } = await signIn(slug, fields);
      expect([status, headers["Set-Cookie"]]).toEqual([401, undefined]);
      texts.add(text.replace(`value="${fields.email}"`, ""));
    }
    expect(texts.size).toBe(1);
    expect(await dump(api.engine.store)).toEqual(before);
  });

  it("keeps the e-mail that was typed after a refusal, as text", async () => {
    const { slug } = await newPrivatePage();
    const { text } = await signIn(slug, { email: ' "><b>mia@example.com', password: "wrong" });
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;mia@example.com"');
  });

  it("records sign-ins and refusals in the access log, but no unknown e-mail", async () => {
    const { slug, email, pageId, userId } = await newPrivatePage();
    await cookieOf(slug, email);
    for (const typed of [email, email, "nobody-here@example.com"])
      await signIn(slug, { email: typed, password: "wrong" });
    await flushRefusals(api.engine.store);
    const query = { statusPageId: String(pageId) };
    const select = {
      ...{ event: true, count: true, projectId: true, statusPageId: true, visitorId: true },
      ...{ accountId: true, requestId: true },
    };
    const read = async (key: string) =>
      (await api.ask("POST", "/api/access-log/get-list", { key, body: { query, select } })).body[
        "data"
      ];
    const rows = (await read(api.owner)) as JsonObject[];
    const said = ({ event, visitorId, count }: JsonObject) => `${event} ${visitorId} ${count}`;
    expect(rows.map(said).sort()).toEqual(
      [
        `visitor_sign_in ${userId} 1`,
        `visitor_sign_in_refused ${userId} 2`,
        "visitor_sign_in_refused null 1",
      ].sort(),
    );
    for (const row of rows) {
      expect(row).toMatchObject({ projectId: api.projectId, ...query, accountId: null });
      expect(row["requestId"]).toMatch(/^[0-9a-f-]{36}$/);
    }
    const stored = await api.engine.store.reader.find(accessLog, {
      ...{ projects: "all", sort: [{ column: "at", direction: "asc" }] },
    });
    expect(JSON.stringify(stored)).not.toContain("nobody-here");
    const stranger = await api.key(["Project Owner"], await api.newProject());
    expect(await read(stranger)).toEqual([]);
  });

  it("refuses forms of other sites", async () => {
    const { slug, email } = await newPrivatePage();
    const fields = { email, password };
    const from = (headers: Record<string, string>) => signIn(slug, fields, headers);
    expect((await from({ origin: "https://evil.example" })).status).toBe(403);
    expect((await from({ origin: "null" })).status).toBe(403);
    const site = { origin: "http://status.example", "sec-fetch-site": "cross-site" };
    expect((await from(site)).status).toBe(403);
    expect((await from({ origin: "https://status.example" })).status).toBe(303);
  });

  it("limits guesses for each page and e-mail, not those of the console", async () => {
    const { slug, email } = await newPrivatePage();
    const other = await newPrivatePage();
    for (let n = 0; n < 10; n += 1)
      await signIn(slug, { email: `${" ".repeat(n)}${email}`, password: "wrong" });
    const refused = await signIn(slug, { email, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["Retry-After"])).toBeGreaterThan(0);
    await cookieOf(other.slug, other.email);
  });

  it("is closed to a visitor whose user, password or page ends, and at sign-out", async () => {
    const { slug, pageId, userId, email } = await newPrivatePage();
    const { update, remove } = api.engine;
    const isOpen = async (cookie: string) => (await get(slug, "feed.atom", cookie)).status;
    const first = await cookieOf(slug, email);
    await update("status-page-private-user", userId, { password: "another password" });
    expect(await isOpen(first)).toBe(401);
    const second = await newUser(pageId, "second@example.com");
    const cookie = await cookieOf(slug, "second@example.com");
    expect(await isOpen(cookie)).toBe(200);
    await update("status-page", pageId, { publishedAt: null });
    await vi.waitFor(async () => expect(await isOpen(cookie)).toBe(404), { timeout: 20_000 });
    await update("status-page", pageId, { publishedAt: "2029-12-02T00:00:00.000Z" });
    await vi.waitFor(async () => expect(await isOpen(cookie)).toBe(401), { timeout: 20_000 });
    const again = await cookieOf(slug, "second@example.com");
    await remove("status-page-private-user", second._id);
    expect(await isOpen(again)).toBe(401);
    const out = await api.read("POST", `/status/${slug}/sign-out`);
    expect(out.headers["Set-Cookie"]).toMatch(/=; Max-Age=0; /);
  });

  it("leads from the addresses of its forms to the page, which need not exist", async () => {
    const { slug } = await newPrivatePage();
    for (const one of [slug, "no page here"])
      for (const part of ["sign-in", "sign-out"])
        for (const method of ["GET", "HEAD"]) {
          const path = `/status/${encodeURIComponent(one)}`;
          const { status, headers } = await api.read(method, `${path}/${part}`);
          expect([status, headers["Location"]]).toEqual([303, path]);
        }
    expect((await api.read("PUT", `/status/${slug}/sign-in`)).status).toBe(405);
  });

  it("leads the forms of visitors to the page that became public, and ends their access", async () => {
    const { slug, pageId, email } = await newPrivatePage();
    await cookieOf(slug, email);
    await api.engine.update("status-page", pageId, { isPublicStatusPage: true });
    await vi.waitFor(async () => expect((await get(slug, "feed.atom")).status).toBe(200), {
      timeout: 20_000,
    });
    const signedIn = await signIn(slug, { email, password });
    expect([signedIn.status, signedIn.headers["Location"]]).toEqual([303, `/status/${slug}`]);
    expect(signedIn.headers).not.toHaveProperty("Set-Cookie");
    const { status, headers } = await api.read("POST", `/status/${slug}/sign-out`);
    expect([status, headers["Location"]]).toEqual([303, `/status/${slug}`]);
    expect(headers["Set-Cookie"]).toMatch(/=; Max-Age=0; /);
  });

  it("answers the forms of a page that is no longer published as those of no page, with HTML", async () => {
    const { slug, pageId, email } = await newPrivatePage();
    await cookieOf(slug, email);
    await api.engine.update("status-page", pageId, { publishedAt: null });
    await vi.waitFor(async () => expect((await get(slug)).status).toBe(404), { timeout: 20_000 });
    const { text } = await get(slug);
    for (const one of [slug, "no-page-here"])
      for (const part of ["sign-in", "sign-out"]) {
        const reply = await api.read("POST", `/status/${one}/${part}`);
        expect([reply.status, reply.text]).toEqual([404, text]);
        expect(reply.headers["Content-Type"]).toMatch(/^text\/html/);
      }
  });

  it("takes the password of the newest of several users with one e-mail", async () => {
    const { slug, pageId, email } = await newPrivatePage();
    api.engine.clock.move(60);
    const again = { statusPageId: String(pageId), email, password: "eight brown bottles" };
    await api.engine.create("status-page-private-user", again);
    api.engine.clock.move(60);
    const { password: _none, ...invited } = again;
    await api.engine.create("status-page-private-user", invited);
    expect((await signIn(slug, { email, password: "eight brown bottles" })).status).toBe(303);
    expect((await signIn(slug, { email, password })).status).toBe(401);
  });

  it("asks for a password from the moment it becomes private", async () => {
    const { slug, pageId } = await newPrivatePage();
    await api.engine.update("status-page", pageId, { isPublicStatusPage: true });
    await vi.waitFor(async () => expect((await get(slug, "feed.atom")).status).toBe(200), {
      timeout: 20_000,
    });
    await api.engine.update("status-page", pageId, { isPublicStatusPage: false });
    await vi.waitFor(async () => expect((await get(slug, "feed.atom")).status).toBe(401), {
      timeout: 20_000,
    });
  });

  it("lets nobody in who needs single sign-on", async () => {
    const { slug, email, pageId } = await newPrivatePage();
    const cookie = await cookieOf(slug, email);
    await api.engine.update("status-page", pageId, { requireSsoForLogin: true });
    await vi.waitFor(
      async () => expect((await signIn(slug, { email, password })).status).toBe(403),
      { timeout: 20_000 },
    );
    expect((await get(slug, "feed.atom", cookie)).status).toBe(401);
  });
});
