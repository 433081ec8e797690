import { responders } from "./people";
import { around, day, hour, type SampleRow, type Sampler, sampleId, scattered } from "./sample-row";
import { labelNumber, stateNumber, statusNumber } from "./settings";

/** Returns eighty alerts of the last sixty days with states, owners and notes. Some are open. */
export function alertRows(sampler: Sampler): SampleRow[] {
  return Array.from({ length: 80 }, (_, i) => i + 1).flatMap((n) => [
    alertRow(sampler, n),
    ...stateRows(sampler, n),
    ...ownerRows(sampler, n),
    ...noteRows(sampler, n),
  ]);
}

/** Age of the nth alert in minutes: evenly spread, with 15 minutes for the last. */
const raisedAgo = (n: number) => 15 + Math.round((80 - n) * 0.75 * day) + raisedWithin(n);
const raisedWithin = (n: number) => (n === 80 ? 0 : scattered(n, 0, 15 * hour));

const signals = [
  ["Disk is above 85 %", 7, "disk.used_percent", 85],
  ["Slowest twentieth of answers takes over 800 ms", 2, "http.p95_ms", 800],
  ["Error rate is above 2 %", 1, "http.error_percent", 2],
  ["Queue holds more than 10,000 messages", 8, "queue.depth", 10_000],
  ["Gateway answers slowly", 3, "http.p95_ms", 1500],
  ["Memory is above 90 %", 10, "memory.used_percent", 90],
  ["Index is more than five minutes old", 4, "search.index_age_s", 300],
  ["Certificate ends in fourteen days", 6, "tls.days_left", 14],
  ["Replication lag is above 30 s", 7, "db.replication_lag_s", 30],
  ["Failed sign-ins are unusually many", 5, "auth.failures_per_min", 40],
  ["Bounce rate is above 5 %", 9, "mail.bounce_percent", 5],
  ["Import has run for over two hours", 12, "import.minutes", 120],
  ["Report queue does not empty", 11, "reports.waiting", 50],
] as const;

const isHigh = (n: number) => n % 4 === 0 || n % 7 === 0;

function alertRow({ row }: Sampler, n: number): SampleRow {
  const [title, monitor, metric, limit] = around(signals, n * 5);
  const measured = Math.round(limit * (1 + scattered(n, 3, 60) / 100));
  const episode = inEpisode.get(n);
  return row("alert", n, raisedAgo(n), {
    title,
    description: `\`${metric}\` is **${measured}**; the limit is ${limit}.`,
    monitorId: sampleId("monitor", monitor),
    currentAlertStateId: sampleId("alert-state", stateNumber.identified),
    alertSeverityId: sampleId("alert-severity", isHigh(n) ? 1 : 2),
    monitorStatusWhenThisAlertWasCreatedId: sampleId("monitor-status", statusNumber.operational),
    isCreatedAutomatically: true,
    createdByProbeId: sampleId("probe", (n % 3) + 1),
    createdCriteriaId: `criteria-${metric}`,
    telemetryQuery: { metric, above: limit, window: "5m" },
    labels: [sampleId("label", n % 2 === 0 ? labelNumber.euWest : labelNumber.usEast)],
    onCallDutyPolicies: isHigh(n) ? [sampleId("on-call-duty-policy", (n % 3) + 1)] : [],
    ...(episode !== undefined && { alertEpisodeId: sampleId("alert-episode", episode) }),
    ...(isOver(n) &&
      n % 5 === 0 && { rootCause: "Passed once the load of the campaign was over." }),
  });
}

/** Number of the alert episode by number of the alert. */
const inEpisode = new Map([
  [30, 2],
  [31, 2],
  [32, 2],
  [79, 3],
  [80, 3],
]);

const isOver = (n: number) => n < 75;
const isSeen = (n: number) => isOver(n) || n === 76 || n === 78;

function stateRows({ row, at }: Sampler, n: number): SampleRow[] {
  const seen = raisedAgo(n) - scattered(n * 3, 1, 14);
  const event = (state: keyof typeof stateNumber, minutesAgo: number) =>
    row("alert-state-timeline", n * 10 + stateNumber[state], minutesAgo, {
      alertId: sampleId("alert", n),
      alertStateId: sampleId("alert-state", stateNumber[state]),
      startsAt: at(minutesAgo),
    });
  if (!isSeen(n)) return [];
  if (!isOver(n)) return [event("acknowledged", seen)];
  return [event("acknowledged", seen), event("resolved", seen - scattered(n * 5, 8, 240))];
}

function ownerRows({ row }: Sampler, n: number): SampleRow[] {
  if (!isHigh(n)) return [];
  const owner = row("alert-owner-team", n, raisedAgo(n) - 1, {
    alertId: sampleId("alert", n),
    teamId: sampleId("team", (around(responders, n) % 4) + 1),
    isOwnerNotified: n % 3 !== 0,
  });
  const user = row("alert-owner-user", n, raisedAgo(n) - 1, {
    alertId: sampleId("alert", n),
    userId: sampleId("user", around(responders, n + 1)),
    isOwnerNotified: true,
  });
  return n % 7 === 0 ? [owner, user] : [owner];
}

/** Returns a note and an entry of the feed on each alert that has been handled without an end. */
function noteRows({ row, at }: Sampler, n: number): SampleRow[] {
  if (isOver(n) || !isSeen(n)) return [];
  const note = "Watching it. No customer has noticed so far.";
  const minutesAgo = raisedAgo(n) - 15;
  const alertId = sampleId("alert", n);
  return [
    row("alert-internal-note", n, minutesAgo, { alertId, note }),
    row("alert-feed", n, minutesAgo - 1, {
      ...{ alertId, postedAt: at(minutesAgo - 1), displayColor: "#3b82f6" },
      alertFeedEventType: "AlertUpdated",
      feedInfoInMarkdown: "The threshold is being reviewed.",
    }),
  ];
}
