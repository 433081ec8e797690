import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { documents } from "@/lib/http/status-pages/address";
import { user as person } from "@/lib/resources/settings/user";
import { type TestApi, testApi } from "@/tests/api";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const [past, future] = ["2029-12-31T12:00:00.000Z", "2030-01-02T00:00:00.000Z"];
const time = fc.constantFrom(past, future, null);
/** Rarely false, because each condition alone hides a text. */
const mostly = fc.nat(6).map((n) => n > 0);
const choices = fc.record({
  isPublished: mostly,
  isPublicStatusPage: mostly,
  showIncidents: mostly,
  showAnnouncements: mostly,
  isVisible: mostly,
  isOnPage: mostly,
  isOver: fc.boolean(),
  historyDays: fc.constantFrom(14, 14, 0),
  declaredAt: fc.constantFrom(past, past, past, "2029-11-30T00:00:00.000Z", future),
  showsPostmortem: mostly,
  postmortemPostedAt: time,
  notePostedAt: time,
  announcedAt: fc.constantFrom(past, future),
  announcementEndsAt: time,
  showsStatus: mostly,
});
type Choices = typeof choices extends fc.Arbitrary<infer T> ? T : never;

let runs = 0;

/** Fills a project with marked texts. Returns the slug, and the marks that visitors may see. */
async function fill(chosen: Choices): Promise<{ slug: string; mark: string; open: Set<string> }> {
  runs += 1;
  const mark = `m${runs}x`;
  const { create } = api.engine;
  const say = (what: string) => `${mark}-${what}-end`;
  const label = await create("label", { name: say("label"), color: "#123456" });
  const user = await api.insert(person, { name: say("user"), email: `${mark}-mail@example.com` });
  const state = await create("incident-state", {
    ...{ name: say("state"), color: "#123456", description: say("stateDescription") },
    isResolvedState: chosen.isOver,
  });
  const severity = await create("incident-severity", {
    ...{ name: say("severity"), color: "#123456", description: say("severityDescription") },
  });
  const status = await create("monitor-status", {
    ...{ name: say("status"), color: "#123456", description: say("statusDescription") },
  });
  const page = await create("status-page", {
    ...{ name: say("pageName"), slug: mark, pageTitle: say("pageTitle") },
    ...{ pageDescription: say("pageDescription"), description: say("pageInternal") },
    ...{ labels: [String(label._id)], customFields: { a: say("pageCustom") } },
    publishedAt: chosen.isPublished ? past : null,
    isPublicStatusPage: chosen.isPublicStatusPage,
    showIncidentsOnStatusPage: chosen.showIncidents,
    showAnnouncementsOnStatusPage: chosen.showAnnouncements,
    showIncidentHistoryInDays: chosen.historyDays,
    showAnnouncementHistoryInDays: chosen.historyDays,
  });
  const statusPageId = String(page._id);
  await create("status-page-private-user", {
    ...{ statusPageId, email: `${mark}-visitor@example.com`, password: say("password") },
  });
  const monitorData = {
    ...{ monitorType: say("type"), description: say("monitorInternal") },
    ...{ monitorSteps: { target: say("target") }, customFields: { a: say("monitorCustom") } },
    currentMonitorStatusId: String(status._id),
  };
  const shown = await create("monitor", { name: say("monitor"), ...monitorData });
  const hidden = await create("monitor", { name: say("hiddenMonitor"), ...monitorData });
  await create("status-page-resource", {
    ...{ statusPageId, monitorId: String(shown._id), displayName: say("displayName") },
    ...{ displayDescription: say("displayDescription"), displayTooltip: say("displayTooltip") },
    showCurrentStatus: chosen.showsStatus,
  });
  const incident = await create("incident", {
    ...{ title: say("title"), description: say("description"), rootCause: say("rootCause") },
    ...{ remediationNotes: say("remediation"), customFields: { a: say("incidentCustom") } },
    ...{ labels: [String(label._id)], createdStateLog: { a: say("stateLog") } },
    ...{ declaredAt: chosen.declaredAt, isVisibleOnStatusPage: chosen.isVisible },
    ...{ postmortemNote: say("postmortem"), postmortemPostedAt: chosen.postmortemPostedAt },
    showPostmortemOnStatusPage: chosen.showsPostmortem,
    subscriberNotificationStatusMessage: say("notification"),
    ...{ currentIncidentStateId: String(state._id), incidentSeverityId: String(severity._id) },
    monitors: [String((chosen.isOnPage ? shown : hidden)._id)],
  });
  const incidentId = String(incident._id);
  await create("incident-owner-user", {
    ...{ incidentId, userId: String(user._id), isOwnerNotified: false },
  });
  await create("incident-internal-note", { incidentId, note: say("internalNote") });
  await create("incident-public-note", {
    ...{ incidentId, note: say("publicNote"), postedAt: chosen.notePostedAt },
    subscriberNotificationStatusMessage: say("noteNotification"),
  });
  await create("incident-state-timeline", {
    ...{ incidentId, incidentStateId: String(state._id), rootCause: say("eventCause") },
    stateChangeLog: { a: say("eventLog") },
  });
  await create("status-page-announcement", {
    ...{ statusPages: [statusPageId], title: say("announced"), description: say("announcement") },
    ...{ showAnnouncementAt: chosen.announcedAt, endAnnouncementAt: chosen.announcementEndsAt },
    subscriberNotificationStatusMessage: say("announcementNotification"),
  });
  return { slug: mark, mark, open: new Set(openMarks(chosen).map(say)) };
}

/** The texts that decision 097 opens to visitors, under its conditions. */
function openMarks(chosen: Choices): string[] {
  if (!chosen.isPublished || !chosen.isPublicStatusPage) return [];
  const isDeclared = chosen.declaredAt !== future;
  const isRecent = chosen.declaredAt === past && chosen.historyDays > 0;
  const showsIncident =
    chosen.showIncidents &&
    chosen.isVisible &&
    chosen.isOnPage &&
    isDeclared &&
    (!chosen.isOver || isRecent);
  const isPosted = chosen.showsPostmortem && chosen.postmortemPostedAt === past;
  const isOver = chosen.announcementEndsAt === past;
  const announces =
    chosen.showAnnouncements && chosen.announcedAt === past && (!isOver || chosen.historyDays > 0);
  return [
    ...["pageTitle", "pageDescription", "displayName", "displayDescription", "displayTooltip"],
    ...(chosen.showsStatus ? ["status"] : []),
    ...(showsIncident ? ["title", "description", "state", "severity"] : []),
    ...(showsIncident && chosen.notePostedAt !== future ? ["publicNote"] : []),
    ...(showsIncident && isPosted ? ["postmortem"] : []),
    ...(announces ? ["announced", "announcement"] : []),
  ];
}

/** Returns every byte that a server without a visitor's cookie sends for a page. */
async function everything(slug: string): Promise<string> {
  const texts: string[] = [];
  for (const part of documents) {
    const path = part === "" ? `/status/${slug}` : `/status/${slug}/${part}`;
    const { text, headers } = await api.read("GET", path);
    texts.push(text, JSON.stringify(headers));
  }
  return texts.join("\n");
}

it("shows visitors exactly the texts that are meant for them", async () => {
  await fc.assert(
    fc.asyncProperty(choices, async (chosen) => {
      const { slug, mark, open } = await fill(chosen);
      const sent = await everything(slug);
      const found = new Set(sent.match(new RegExp(`${mark}-[A-Za-z]+-end`, "g")) ?? []);
      expect([...found].sort()).toEqual([...open].sort());
      expect(sent).not.toMatch(new RegExp(`${mark}-(?:mail|visitor)|${api.projectId}`));
    }),
    { numRuns: 12 },
  );
});
