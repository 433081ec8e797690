import { declaredAgo } from "./incident-times";
import { type SampleRow, type Sampler, sampleId } from "./sample-row";
import { stateNumber } from "./settings";

/** Returns the number of the episode that the nth incident belongs to, if any. */
export function episodeOf(incident: number): number | undefined {
  const index = episodes.findIndex((e) => e.incidents.includes(incident));
  return index < 0 ? undefined : index + 1;
}

/** Returns incident episodes with their feeds and notes, and alert episodes with notes. */
export function episodeRows(sampler: Sampler): SampleRow[] {
  const ofIncidents = episodes.flatMap((episode, i) => [
    episodeRow(sampler, episode, i + 1),
    ...stateRows(sampler, episode, i + 1),
    ...feedRows(sampler, episode, i + 1),
    ...noteRows(sampler, episode, i + 1),
  ]);
  return [...ofIncidents, ...alertEpisodeRows(sampler)];
}

interface Episode {
  readonly title: string;
  readonly description: string;
  readonly incidents: readonly number[];
  readonly severity: number;
  readonly rootCause?: string;
}

const episodes: readonly Episode[] = [
  {
    title: "A week of trouble with the card supplier",
    description: "Several failures with one supplier behind them.",
    incidents: [9, 10],
    severity: 1,
    rootCause: "The supplier moved data centers without telling its customers.",
  },
  {
    title: "Slow databases after the upgrade",
    description: "Problems that began with the new major version.",
    incidents: [36, 40],
    severity: 2,
    rootCause: "Planner settings did not survive the upgrade.",
  },
  {
    title: "Mail that arrives too late",
    description: "Late codes, seen from several sides.",
    incidents: [42, 50],
    severity: 3,
    rootCause: "Our sending address had lost its reputation.",
  },
  {
    title: "Checkout trouble since the last release",
    description: "Being looked at as one; the release may be taken back.",
    incidents: [59, 60],
    severity: 1,
  },
];

const begunAgo = (episode: Episode) => declaredAgo(episode.incidents[0] ?? 1) + 1;
const lastAgo = (episode: Episode) => declaredAgo(episode.incidents.at(-1) ?? 1);

/** An episode with a known cause ends one day after its last incident. */
const endedAgo = (episode: Episode) => lastAgo(episode) - 1440;

function episodeRow({ row, at }: Sampler, episode: Episode, n: number): SampleRow {
  const { title, description, severity, rootCause } = episode;
  const ended = rootCause !== undefined;
  return row("incident-episode", n, begunAgo(episode), {
    title,
    description,
    incidentSeverityId: sampleId("incident-severity", severity),
    currentIncidentStateId: sampleId("incident-state", stateNumber.identified),
    declaredAt: at(begunAgo(episode)),
    lastIncidentAddedAt: at(lastAgo(episode)),
    isManuallyCreated: true,
    assignedToTeamId: sampleId("team", (n % 3) + 1),
    assignedToUserId: sampleId("user", n + 1),
    ...(ended && { rootCause, resolvedAt: at(endedAgo(episode)) }),
  });
}

function stateRows({ row, at }: Sampler, episode: Episode, n: number): SampleRow[] {
  const event = (state: keyof typeof stateNumber, minutesAgo: number) =>
    row("incident-episode-state-timeline", n * 10 + stateNumber[state], minutesAgo, {
      incidentEpisodeId: sampleId("incident-episode", n),
      incidentStateId: sampleId("incident-state", stateNumber[state]),
      startsAt: at(minutesAgo),
    });
  const acknowledged = event("acknowledged", begunAgo(episode) - 10);
  if (episode.rootCause === undefined) return [acknowledged];
  return [acknowledged, event("resolved", endedAgo(episode))];
}

function feedRows({ row, at }: Sampler, episode: Episode, n: number): SampleRow[] {
  const entry = (place: number, minutesAgo: number, type: string, color: string, text: string) =>
    row("incident-episode-feed", n * 20 + place, minutesAgo, {
      incidentEpisodeId: sampleId("incident-episode", n),
      incidentEpisodeFeedEventType: type,
      feedInfoInMarkdown: text,
      displayColor: color,
      userId: sampleId("user", n + 1),
      postedAt: at(minutesAgo),
    });
  const begun = begunAgo(episode);
  const end =
    episode.rootCause === undefined
      ? []
      : [entry(10, endedAgo(episode) + 5, "RootCause", amber, `**Cause.** ${episode.rootCause}`)];
  return [
    entry(1, begun, "EpisodeCreated", red, `**${episode.title}** was opened.`),
    entry(2, begun, "OwnerTeamAdded", blue, "A team was asked to look after this."),
    ...end,
  ];
}

function noteRows({ row, at }: Sampler, episode: Episode, n: number): SampleRow[] {
  const incidentEpisodeId = sampleId("incident-episode", n);
  const posted = lastAgo(episode) - 5;
  return [
    row("incident-episode-internal-note", n, posted, {
      incidentEpisodeId,
      note: "The incidents have more in common than their time. Handled as one from here on.",
    }),
    row("incident-episode-public-note", n, posted, {
      ...{ incidentEpisodeId, postedAt: at(posted) },
      note: "Several problems of these days have the same cause. We are working on it.",
    }),
  ];
}

const red = "#fd625e";
const amber = "#ffbf53";
const blue = "#3b82f6";

/** Numbers for `sampleId("alert-episode", n)` count from 1. */
const alertEpisodes = [
  ["Disks filling up", stateNumber.resolved, 60 * 1440],
  ["Latency after the newsletter", stateNumber.resolved, 38.3 * 1440],
  ["Queue consumers restarting", stateNumber.acknowledged, 1.5 * 1440],
] as const;

function alertEpisodeRows({ row, at }: Sampler): SampleRow[] {
  return alertEpisodes.flatMap(([title, state, minutesAgo], i) => [
    row("alert-episode", i + 1, minutesAgo, {
      title,
      currentAlertStateId: sampleId("alert-state", stateNumber.identified),
      alertSeverityId: sampleId("alert-severity", (i % 2) + 1),
      isManuallyCreated: false,
      groupingKey: `acme-${i + 1}`,
      lastAlertAddedAt: at(minutesAgo),
      assignedToTeamId: sampleId("team", i + 1),
      ...(state === stateNumber.resolved && { resolvedAt: at(minutesAgo - 600) }),
    }),
    ...alertEpisodeStates({ row, at }, i + 1, minutesAgo, state === stateNumber.resolved),
    row("alert-episode-feed", i + 1, minutesAgo - 15, {
      ...{ alertEpisodeId: sampleId("alert-episode", i + 1), postedAt: at(minutesAgo - 15) },
      ...{ alertEpisodeFeedEventType: "EpisodeUpdated", displayColor: blue },
      feedInfoInMarkdown: "All alerts name hosts of the same rack.",
    }),
    row("alert-episode-internal-note", i + 1, minutesAgo - 20, {
      alertEpisodeId: sampleId("alert-episode", i + 1),
      note: "One cause is likely. The single alerts need no answer of their own.",
    }),
  ]);
}

function alertEpisodeStates(
  { row, at }: Pick<Sampler, "row" | "at">,
  n: number,
  minutesAgo: number,
  isOver: boolean,
): SampleRow[] {
  const event = (state: keyof typeof stateNumber, ago: number) =>
    row("alert-episode-state-timeline", n * 10 + stateNumber[state], ago, {
      alertEpisodeId: sampleId("alert-episode", n),
      alertStateId: sampleId("alert-state", stateNumber[state]),
      startsAt: at(ago),
    });
  const acknowledged = event("acknowledged", minutesAgo - 12);
  return isOver ? [acknowledged, event("resolved", minutesAgo - 600)] : [acknowledged];
}
