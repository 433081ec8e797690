import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { documents } from "@/lib/http/status-pages/address";
import type { JsonObject } from "@/lib/schema/json";
import { expectStatus, type Reply, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const published = "2029-12-01T00:00:00.000Z";
let names = 0;

/** Creates a published page with one monitor, and returns what the tests need of it. */
async function newPage(data: JsonObject = {}) {
  names += 1;
  const slug = `page-${names}`;
  const page = await api.engine.create("status-page", {
    ...{ name: slug, slug, publishedAt: published, isPublicStatusPage: true },
    ...data,
  });
  const monitor = await api.engine.create("monitor", { name: "Inside", monitorType: "Manual" });
  const shown = await api.engine.create("status-page-resource", {
    ...{ statusPageId: page._id ?? null, monitorId: monitor._id ?? null, displayName: "Shop" },
  });
  return { slug, pageId: page._id, monitorId: monitor._id ?? null, shownId: shown._id };
}

async function newIncident(monitorId: unknown, data: JsonObject = {}) {
  const { idOf, create } = api.engine;
  return await create("incident", {
    ...{ title: "Orders fail", description: "Most of them.", isVisibleOnStatusPage: true },
    ...{ declaredAt: "2029-12-31T12:00:00.000Z", monitors: [String(monitorId)] },
    incidentSeverityId: await idOf("incident-severity", "Critical Incident", api.projectId),
    currentIncidentStateId: await idOf("incident-state", "Identified", api.projectId),
    ...data,
  });
}

function get(slug: string, part = "", headers: Record<string, string> = {}): Promise<Reply> {
  const path = part === "" ? `/status/${slug}` : `/status/${slug}/${part}`;
  return api.read("GET", path, { headers });
}

/** Waits until the page holds a text, or no longer does. */
async function untilShown(slug: string, text: string, isShown = true): Promise<void> {
  await vi.waitFor(async () => expect((await get(slug)).text.includes(text)).toBe(isShown), {
    timeout: 20_000,
    interval: 100,
  });
}

function comparable({ status, text, headers }: Reply) {
  const { "X-Request-Id": id, "Server-Timing": _, ...others } = headers;
  return { status, text: text.replaceAll(String(id), "id"), others };
}

describe("a status page", () => {
  it("does not differ from no page until it is published, in any document", async () => {
    const { slug, pageId } = await newPage({ publishedAt: null });
    const future = await newPage({ publishedAt: "2031-01-01T00:00:00.000Z" });
    for (const part of [...documents, "unknown"]) {
      const nothing = comparable(await get("no-such-page", part));
      expect(nothing.status).toBe(404);
      expect(comparable(await get(slug, part))).toEqual(nothing);
      expect(comparable(await get(future.slug, part))).toEqual(nothing);
    }
    await api.engine.update("status-page", pageId, { publishedAt: published });
    expect((await get(slug)).status).toBe(200);
    await api.engine.update("status-page", pageId, { publishedAt: null });
    await vi.waitFor(async () => expect((await get(slug)).status).toBe(404), { timeout: 20_000 });
  });

  it("is published only by a caller who may edit status pages, in a zone that exists", async () => {
    const { projectId, owner } = api;
    const maker = await api.key(["Create Status Page", "Read Status Page"]);
    const create = (key: string, data: JsonObject) =>
      api.ask("POST", "/api/status-page", { key, body: { data: { projectId, ...data } } });
    const refused = expectStatus(await create(maker, { name: "No", publishedAt: published }), 403);
    expect(refused.body["missing"]).toBe("Edit Status Page");
    expectStatus(await create(maker, { name: "Draft" }), 200);
    expectStatus(await create(owner, { name: "Yes", publishedAt: published }), 200);
    const zone = expectStatus(await create(owner, { name: "Zone", timeZone: "Mars/Base" }), 400);
    expect(zone.body["errors"]).toMatchObject([{ field: "timeZone" }]);
  });

  it("tells its state, incidents, notes and announcements, and each change of them", async () => {
    const { slug, monitorId, pageId } = await newPage({ pageTitle: "Our status" });
    expect((await get(slug)).text).toContain("All systems operational");
    const offline = await api.engine.idOf("monitor-status", "Offline", api.projectId);
    const incident = await newIncident(monitorId, { changeMonitorStatusToId: offline });
    await untilShown(slug, "Orders fail");
    expect((await get(slug)).text).toContain("Shop is down");
    const note = { incidentId: incident._id ?? null, note: "We **found** it." };
    await api.engine.create("incident-public-note", note);
    await untilShown(slug, "We <strong>found</strong> it.");
    await api.engine.create("status-page-announcement", {
      ...{ statusPages: [String(pageId)], title: "New region", description: "Soon." },
      showAnnouncementAt: "2029-12-31T00:00:00.000Z",
    });
    await untilShown(slug, "New region");
    await api.engine.update("incident", incident._id, { isVisibleOnStatusPage: false });
    await untilShown(slug, "Orders fail", false);
  });

  it("shows an incident only of its monitors and within its days, a postmortem once posted", async () => {
    const { slug, monitorId } = await newPage({ showIncidentHistoryInDays: 3 });
    const resolved = await api.engine.idOf("incident-state", "Resolved", api.projectId);
    const other = await newPage();
    await newIncident(other.monitorId, { title: "Elsewhere" });
    const old = { title: "Long ago", declaredAt: "2029-12-20T00:00:00.000Z" };
    await newIncident(monitorId, { ...old, currentIncidentStateId: resolved });
    await newIncident(monitorId, {
      ...{ title: "Recent", currentIncidentStateId: resolved, postmortemNote: "The cause." },
      ...{ showPostmortemOnStatusPage: true, postmortemPostedAt: "2029-12-31T20:00:00.000Z" },
    });
    await newIncident(monitorId, {
      ...{ title: "Recent too", currentIncidentStateId: resolved, postmortemNote: "Not yet." },
      ...{ showPostmortemOnStatusPage: true, postmortemPostedAt: "2030-01-02T00:00:00.000Z" },
    });
    const { text } = await get(slug);
    for (const shown of ["Recent", "Recent too", "The cause."]) expect(text).toContain(shown);
    for (const hidden of ["Elsewhere", "Long ago", "Not yet."]) expect(text).not.toContain(hidden);
  });

  it("says that an incident was resolved when it was first so, not at a later resolved state", async () => {
    const { slug, monitorId } = await newPage();
    const { create, idOf } = api.engine;
    const closed = await create("incident-state", {
      ...{ name: "Closed", color: "#112233", isResolvedState: true, order: 90 },
    });
    const { _id } = await newIncident(monitorId, { title: "Twice resolved" });
    const resolved = await idOf("incident-state", "Resolved", api.projectId);
    const begins = async (state: unknown, startsAt: string) => {
      const of = { incidentId: String(_id), incidentStateId: String(state) };
      await create("incident-state-timeline", { ...of, startsAt });
    };
    await begins(resolved, "2029-12-31T14:00:00.000Z");
    await begins(closed._id, "2029-12-31T18:00:00.000Z");
    const { text } = await get(slug, "api/v2/incidents.json");
    expect(JSON.parse(text).incidents).toMatchObject([
      { name: "Twice resolved", resolved_at: "2029-12-31T14:00:00.000Z" },
    ]);
  });

  it("shows the notes of an open incident beside many newer ones of past incidents", async () => {
    const { slug, monitorId } = await newPage({ showIncidentHistoryInDays: 30 });
    const { create, idOf } = api.engine;
    const note = async (id: unknown, words: string, postedAt: string) => {
      await create("incident-public-note", { incidentId: String(id), note: words, postedAt });
    };
    const open = await newIncident(monitorId);
    await note(open._id, "Still looking.", "2029-12-31T12:30:00.000Z");
    const currentIncidentStateId = await idOf("incident-state", "Resolved", api.projectId);
    const past = await newIncident(monitorId, { title: "Past", currentIncidentStateId });
    for (let place = 0; place < 501; place += 1) {
      await note(past._id, "Newer.", "2029-12-31T13:00:00.000Z");
    }
    const { text } = await get(slug);
    expect(text).toContain("Still looking.");
    expect(text).toContain("Newer.");
  });

  it("tells a current announcement beside many that begin later", async () => {
    const { slug, pageId } = await newPage();
    const announce = (title: string, showAnnouncementAt: string) =>
      api.engine.create("status-page-announcement", {
        ...{ statusPages: [String(pageId)], title, description: "Soon.", showAnnouncementAt },
      });
    await announce("Now", "2029-12-01T00:00:00.000Z");
    for (let place = 0; place < 101; place += 1)
      await announce("Later", "2031-01-01T00:00:00.000Z");
    const { text } = await get(slug);
    expect(text).toContain("Now");
    expect(text).not.toContain("Later");
  });

  it("runs no script and loads nothing from elsewhere, whatever its texts hold", async () => {
    const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
    const { slug, monitorId, pageId } = await newPage({ pageTitle: nasty, pageDescription: nasty });
    const links = `[a](javascript:alert(1)) ![b](https://other.example/c.png) <svg onload=x> ${nasty}`;
    await newIncident(monitorId, { title: nasty, description: links });
    await api.engine.create("status-page-group", {
      ...{ statusPageId: String(pageId), name: nasty, description: links },
    });
    const { text, headers } = await get(slug);
    expect(text).not.toMatch(/<script|<img|<svg onload|javascript:|onerror=alert\(1\)>(?!&)/);
    expect(headers["Content-Security-Policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const feed = (await get(slug, "feed.atom")).text;
    expect(feed).not.toMatch(/<script|<img/);
  });

  it("answers with tags, to HEAD and OPTIONS, and to no other method", async () => {
    const { slug } = await newPage();
    const first = await get(slug);
    expect(first.headers).toMatchObject({
      "Cache-Control": "public, max-age=2, stale-while-revalidate=30",
    });
    const again = await get(slug, "", { "if-none-match": String(first.headers["ETag"]) });
    expect([again.status, again.text]).toEqual([304, ""]);
    const head = await api.read("HEAD", `/status/${slug}`);
    expect([head.status, head.text]).toEqual([200, ""]);
    const options = await api.read("OPTIONS", `/status/${slug}/api/v2/summary.json`);
    expect(options.headers).toMatchObject({ "Access-Control-Allow-Origin": "*" });
    for (const of of [slug, "no-such-page"]) {
      expect((await api.read("PUT", `/status/${of}`)).status).toBe(405);
    }
  });

  it("is made once for all who ask at the same time", async () => {
    const { slug } = await newPage();
    const find = vi.spyOn(api.engine.store.reader, "find");
    await get(slug);
    const once = find.mock.calls.length;
    const { slug: next } = await newPage();
    find.mockClear();
    await Promise.all(Array.from({ length: 20 }, () => get(next)));
    // The followers of the change log read too. Each making alone would be 20 times as many.
    expect(find.mock.calls.length).toBeLessThan(3 * once);
    find.mockRestore();
  });
});

describe("the preview of a status page", () => {
  const preview = (id: unknown, key: string) =>
    api.ask("GET", `/api/status-page/${id}/preview`, { key });

  it("shows what is not published yet to callers who may read all that it shows", async () => {
    const { slug, pageId, monitorId } = await newPage({ publishedAt: null });
    await newIncident(monitorId, { title: "Only in the preview" });
    const reply = expectStatus(await preview(pageId, api.owner), 200);
    expect(reply.text).toContain("Only in the preview");
    expect(reply.headers).toMatchObject({
      "Cache-Control": "no-store",
      "Content-Security-Policy": expect.stringMatching(/default-src 'none'.*; sandbox$/),
    });
    expect((await get(slug)).status).toBe(404);
  });

  it("is refused to others", async () => {
    const { pageId } = await newPage();
    const weak = await api.key(["Read Status Page", "Read Monitor"]);
    const refused = expectStatus(await preview(pageId, weak), 403);
    expect(refused.body["missing"]).toBeDefined();
    const elsewhere = await api.key(["Project Owner"], await api.newProject());
    expectStatus(await preview(pageId, elsewhere), 404);
    expectStatus(await api.ask("GET", `/api/status-page/${pageId}/preview`), 401);
  });
});
