import type { Shot } from "./drive";
import { incidentAt, incidentData, incidentIdAt } from "./incidents";
import { randomFrom } from "./prose";
import {
  incidents,
  labels,
  mainProject,
  monitors,
  projectAt,
  referencesIn,
  severities,
  states,
} from "./records";

/** A request measured on databases of several sizes. */
export interface Question {
  readonly name: string;
  /** Maximum ratio of the p95 to that with 10,000 records; absent: only printed. */
  readonly aim?: number;
  /** Maximum p95 in milliseconds, whatever the size. */
  readonly withinMs?: number;
  /** Number of requests in a block, if not the default. */
  readonly timesABlock?: number;
  readonly shot: (turn: Turn) => Shot;
}

/** The n-th request, the number of incidents, and the cursor of the middle of the list. */
interface Turn {
  readonly n: number;
  readonly rows: number;
  readonly cursor: string;
}

const [, , resolved = ""] = states;

type Query = Readonly<Record<string, unknown>>;

const byState = { currentIncidentStateId: resolved };
const bySeverity = { incidentSeverityId: severities[0] };
const byMonitor = { monitors: [monitors[0]] };

const pages: readonly (readonly [string, Query])[] = [
  ["first page", {}],
  ["first page by state", byState],
  ["first page by state and severity", { ...byState, incidentSeverityId: severities[0] }],
  ["first page by monitor", byMonitor],
  ["first page by number", { incidentNumber: 4_711 }],
];

const counts: readonly (readonly [string, Query])[] = [
  ["count", {}],
  ["count by state", byState],
  ["count by state and severity", { ...byState, incidentSeverityId: severities[0] }],
  ["count by monitor", byMonitor],
];

/** Search texts, made from the number of an incident. */
const words: readonly (readonly [string, (n: number) => string])[] = [
  ["search by number", (n) => `INC-${n + 1}`],
  ["search by title", (n) => String(incidentAt(n)["title"])],
  ["search by a frequent word", () => "timeout"],
];

/** Filters without an index: the scan ends with the page or at the deadline. */
const walks: readonly (readonly [string, Query])[] = [
  ["walk: title contains a word", { title: { _type: "Search", value: "timeout" } }],
  ["walk: title contains nothing there is", { title: { _type: "Search", value: "zzqx" } }],
  ["walk: two labels", { labels: { _type: "IncludesAll", value: labels.slice(0, 2) } }],
];

/** Orders by fields of related records. */
const orders: readonly (readonly [string, Query, Query])[] = [
  ["sorted by severity", { incidentSeverity: { order: 1 }, createdAt: -1 }, {}],
  ["sorted by severity, descending", { incidentSeverity: { order: -1 } }, {}],
  ["sorted by state", { currentIncidentState: { order: 1 }, createdAt: -1 }, {}],
  ["sorted by state, of one severity", { currentIncidentState: { order: 1 } }, bySeverity],
];

/** All questions of the growth table. */
export const questions: readonly Question[] = [
  ...orders.map(([name, sort, query]) => ({
    name,
    aim: 2,
    shot: () => list("limit=50&count=none", query, sort),
  })),
  ...pages.map(([name, query]) => ({ name, aim: 2, shot: () => list("limit=50", query) })),
  {
    name: "page from the middle, by cursor",
    withinMs: 20,
    shot: ({ cursor }) => list(`limit=50&cursor=${encodeURIComponent(cursor)}`, {}),
  },
  ...counts.map(([name, query]) => ({ name, aim: 2, shot: () => count(query) })),
  ...words.map(([name, text]) => ({
    name,
    aim: 2,
    shot: (turn: Turn) => get(`/api/search?q=${encodeURIComponent(text(someOf(turn)))}`),
  })),
  { name: "get", aim: 2, shot: (turn) => get(`${incidents}/${ownIdAt(someOf(turn))}/get-item`) },
  { name: "create", aim: 2, shot: ({ n }) => create(n) },
  // A request over many records takes seconds.
  ...walks.map(([name, query]) => ({
    name,
    timesABlock: 2,
    shot: () => list("limit=50&count=none", query),
  })),
];

function someOf({ n, rows }: Turn): number {
  return Math.floor(randomFrom(n + 1)() * rows);
}

function list(parameters: string, query: Query, sort?: Query): Shot {
  const whole = { projectId: mainProject, ...query };
  const path = `${incidents}/get-list?${parameters}`;
  return { method: "POST", path, body: JSON.stringify({ query: whole, sort }) };
}

function count(query: Query): Shot {
  const whole = { projectId: mainProject, ...query };
  return {
    method: "POST",
    path: `${incidents}/count`,
    body: JSON.stringify({ query: whole }),
  };
}

function get(path: string): Shot {
  return { method: "GET", path };
}

function create(n: number): Shot {
  const data = incidentData(randomFrom(n + 99), referencesIn(mainProject));
  return { method: "POST", path: incidents, body: JSON.stringify({ data }) };
}

function ownIdAt(n: number): string {
  return incidentIdAt(projectAt(n) === mainProject ? n : n - 1);
}
