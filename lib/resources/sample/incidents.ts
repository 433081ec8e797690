import type { JsonObject } from "@/lib/schema/json";
import { episodeOf } from "./episodes";
import { incidentNoteRows } from "./incident-notes";
import { type Story, stories } from "./incident-stories";
import { declaredAgo } from "./incident-times";
import { responders } from "./people";
import { around, type SampleRow, type Sampler, sampleId, scattered } from "./sample-row";
import { type LabelName, labelNumber, stateNumber, statusNumber } from "./settings";

/** Duration of incidents by severity, in minutes: minimum and maximum. */
const lasting = { 1: [25, 150], 2: [40, 300], 3: [90, 900] } as const;

/** Returns sixty incidents of the last ninety days with people and states. The latest are open. */
export function incidentRows(sampler: Sampler): SampleRow[] {
  return Array.from({ length: 60 }, (_, i) => i + 1).flatMap((n) => [
    incidentRow(sampler, n),
    ...stateRows(sampler, n),
    ...peopleOf(sampler, n),
    ...notesOf(sampler, n),
  ]);
}

/** States of recent incidents. All others are resolved. */
const stillOpen = new Map([
  [57, "acknowledged"],
  [58, "acknowledged"],
  [59, "acknowledged"],
  [60, "identified"],
]);

const places: readonly { readonly words: string; readonly labels: readonly LabelName[] }[] = [
  { words: " in eu-west", labels: ["euWest"] },
  { words: " in us-east", labels: ["usEast"] },
  { words: "", labels: [] },
  { words: " in both regions", labels: ["euWest", "usEast"] },
];

/** Returns the story of the nth incident. Each round uses all stories once, in a new order. */
function storyOf(n: number): Story {
  const turn = Math.floor((n - 1) / stories.length);
  return around(stories, (n - 1) * around(strides, turn) + 1);
}

/** Coprime to the number of stories. */
const strides = [7, 5, 11, 3];

function incidentRow({ row, at }: Sampler, n: number): SampleRow {
  const { title, description, touches, labels } = storyOf(n);
  const place = around(places, Math.floor(n / stories.length) + n);
  const status = touches.rank === 1 ? statusNumber.offline : statusNumber.degraded;
  const episode = episodeOf(n);
  return row("incident", n, declaredAgo(n), {
    title: `${title}${place.words}`,
    description,
    declaredAt: at(declaredAgo(n)),
    monitors: touches.monitors.map((m) => sampleId("monitor", m)),
    changeMonitorStatusToId: sampleId("monitor-status", status),
    onCallDutyPolicies: [sampleId("on-call-duty-policy", touches.policy)],
    labels: [...labels, ...place.labels].map((l) => sampleId("label", labelNumber[l])),
    currentIncidentStateId: sampleId("incident-state", stateNumber.identified),
    incidentSeverityId: sampleId("incident-severity", touches.rank),
    isVisibleOnStatusPage: touches.rank < 3,
    shouldStatusPageSubscribersBeNotifiedOnIncidentCreated: touches.rank < 3,
    isCreatedAutomatically: n % 3 === 0,
    ...(n % 3 === 0 && { createdByProbeId: sampleId("probe", (n % 2) + 1) }),
    ...(episode !== undefined && { incidentEpisodeId: sampleId("incident-episode", episode) }),
    customFields: { customersAffected: scattered(n, 3, 900), ticket: `SUP-${4100 + 3 * n}` },
    ...(stillOpen.has(n) ? {} : findings(storyOf(n), at(resolvedAgo(n)))),
  });
}

/** Returns the root cause and the notes of a resolved incident. */
function findings({ rootCause, fix, touches }: Story, resolved: string): JsonObject {
  const notes = { rootCause, remediationNotes: fix };
  if (touches.rank > 1) return notes;
  return {
    ...notes,
    postmortemNote: `**Cause.** ${rootCause}\n\n**What we changed.** ${fix}`,
    postmortemPostedAt: resolved,
    showPostmortemOnStatusPage: true,
    notifySubscribersOnPostmortemPublished: true,
  };
}

const acknowledgedAgo = (n: number) => declaredAgo(n) - scattered(n * 3, 2, 22);

function resolvedAgo(n: number): number {
  const [least, most] = lasting[storyOf(n).touches.rank];
  return acknowledgedAgo(n) - scattered(n * 5, least, most);
}

function stateRows({ row, at }: Sampler, n: number): SampleRow[] {
  const event = (state: keyof typeof stateNumber, minutesAgo: number) =>
    row("incident-state-timeline", n * 10 + stateNumber[state], minutesAgo, {
      incidentId: sampleId("incident", n),
      incidentStateId: sampleId("incident-state", stateNumber[state]),
      startsAt: at(minutesAgo),
    });
  if (stillOpen.get(n) === "identified") return [];
  const acknowledged = event("acknowledged", acknowledgedAgo(n));
  if (stillOpen.has(n)) return [acknowledged];
  return [acknowledged, event("resolved", resolvedAgo(n))];
}

/** The first incident with notes. Earlier ones are from before the team wrote any. */
const firstNoted = 41;

function notesOf(sampler: Sampler, n: number): SampleRow[] {
  if (n < firstNoted || stillOpen.get(n) === "identified") return [];
  const noted = { n, story: storyOf(n), seenAgo: acknowledgedAgo(n) };
  if (stillOpen.has(n)) return incidentNoteRows(sampler, noted);
  return incidentNoteRows(sampler, { ...noted, overAgo: resolvedAgo(n) });
}

/** Returns a commander for each incident, further roles and a team for severe ones, and an owner. */
function peopleOf({ row }: Sampler, n: number): SampleRow[] {
  const { rank } = storyOf(n).touches;
  const incidentId = sampleId("incident", n);
  const since = declaredAgo(n) - 1;
  const roles = [1, 2, 3].slice(0, 4 - rank);
  const members = roles.map((role) =>
    row("incident-member", n * 10 + role, since, {
      incidentId,
      userId: sampleId("user", around(responders, n + role)),
      incidentRoleId: sampleId("incident-role", role),
      ...(role === 3 && { notes: "Writes the updates on the status page." }),
    }),
  );
  const owner = row("incident-owner-user", n, since, {
    incidentId,
    userId: sampleId("user", around(responders, n + 1)),
    isOwnerNotified: true,
  });
  if (rank > 1) return [...members, owner];
  const team = row("incident-owner-team", n, since, {
    incidentId,
    teamId: sampleId("team", (n % 4) + 1),
    isOwnerNotified: true,
  });
  return [...members, owner, team];
}
