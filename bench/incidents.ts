import { incident } from "@/lib/resources/incidents/incident";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { markdownText, pick, randomFrom, sentence } from "./prose";
import { idAt, projectAt, type References, referencesIn, rowOf, states, timeAt } from "./records";

const secondsBetween = 40;

/** Returns the id of the n-th incident. */
export function incidentIdAt(n: number): string {
  return idAt((n + 1) * secondsBetween, n + 1_000);
}

/**
 * Returns the n-th incident as stored: the same for the same number, with texts of realistic
 * lengths.
 */
export function incidentAt(n: number): Row {
  const random = randomFrom(n + 7);
  const seconds = (n + 1) * secondsBetween;
  const data = incidentData(random, referencesIn(projectAt(n)));
  return rowOf(incident, {
    ...data,
    _id: incidentIdAt(n),
    createdAt: timeAt(seconds),
    updatedAt: timeAt(seconds + 3_600),
    declaredAt: timeAt(seconds),
    version: 1,
    slug: `${slugOf(String(data["title"]))}-${n.toString(36)}`,
    currentIncidentStateId: stateOf(random()),
    incidentNumber: n + 1,
    incidentNumberWithPrefix: `INC-${n + 1}`,
    postmortemNote: n % 3 === 0 ? markdownText(random, 500) : null,
    postmortemPostedAt: n % 3 === 0 ? timeAt(seconds + 90_000) : null,
  });
}

/** Returns the fields that a client sends to declare an incident. */
export function incidentData(
  random: () => number,
  { projectId, states, severities, monitors, labels, policies }: References,
): { readonly [field: string]: JsonValue } {
  return {
    projectId,
    title: sentence(random, 58),
    description: markdownText(random, 600),
    declaredAt: timeAt(Math.floor(random() * 1e7)),
    monitors: distinct(random, monitors, 2),
    onCallDutyPolicies: distinct(random, policies, 1),
    labels: distinct(random, labels, 2),
    currentIncidentStateId: states[0] ?? "",
    incidentSeverityId: pick(random, severities),
    subscriberNotificationStatusMessage: "Notifications were sent to all subscribers.",
    shouldStatusPageSubscribersBeNotifiedOnIncidentCreated: random() < 0.5,
    rootCause: markdownText(random, 400),
    remediationNotes: markdownText(random, 300),
    customFields: { team: pick(random, ["core", "web", "data"]), cost: Math.floor(random() * 1e4) },
    showPostmortemOnStatusPage: random() < 0.2,
    notifySubscribersOnPostmortemPublished: random() < 0.2,
    createdStateLog: { state: "Identified", at: timeAt(0), checks: [{ probe: 1, ok: false }] },
    createdCriteriaId: idAt(0, Math.floor(random() * 1e6)),
    createdIncidentTemplateId: idAt(0, Math.floor(random() * 1e6)),
    isCreatedAutomatically: random() < 0.7,
    telemetryQuery: {
      kind: "metric",
      metric: "http.server.duration",
      where: { service: pick(random, ["checkout", "login", "search"]), status: ["500", "503"] },
      range: { from: timeAt(0), minutes: 30 },
    },
    isVisibleOnStatusPage: random() < 0.6,
  };
}

/** Of ten incidents seven are resolved, two acknowledged, one is new. */
function stateOf(share: number): string {
  const place = share < 0.7 ? 2 : 1;
  return states[share < 0.9 ? place : 0] ?? "";
}

function distinct(random: () => number, values: readonly string[], count: number): string[] {
  const chosen = new Set<string>();
  while (chosen.size < Math.min(count, values.length)) chosen.add(pick(random, values));
  return [...chosen];
}

/** Returns a slug: lower case with hyphens. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
