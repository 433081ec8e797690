import type { Shot, Traffic } from "./drive";
import { incidentData, incidentIdAt } from "./incidents";
import { markdownText, randomFrom, sentence } from "./prose";
import { incidents, mainProject, projectAt, severities, states } from "./records";

/** A request that both servers are measured with, and the share of the floor's rate to reach. */
export interface Case {
  readonly name: string;
  readonly aim: number;
  readonly traffic: Traffic;
}

const [, , resolved = ""] = states;
const ofState = { currentIncidentStateId: resolved };

/** Returns the cases for a database with `rows` incidents. */
export function casesFor(rows: number): Case[] {
  return [
    { name: "get-item", aim: 0.6, traffic: { pool: gets(rows) } },
    { name: "get-list of 10", aim: 0.6, traffic: same(list("limit=10")) },
    { name: "get-list of 100", aim: 0.6, traffic: same(list("limit=100")) },
    { name: "get-list by state, count", aim: 0.6, traffic: same(list("limit=10", ofState)) },
    { name: "count", aim: 0.6, traffic: same(count()) },
    { name: "create", aim: 0.5, traffic: creates() },
    { name: "update", aim: 0.5, traffic: updates(rows) },
  ];
}

/** A list with its exact count and the same list without. */
export interface CountPair {
  readonly name: string;
  readonly counted: Traffic;
  readonly uncounted: Traffic;
}

/** Returns the lists for measuring the cost of counts. */
export function countPairs(): CountPair[] {
  const pair = (name: string, query?: Query): CountPair => ({
    name,
    counted: same(list("limit=10", query)),
    uncounted: same(list("limit=10&count=none", query)),
  });
  return [
    pair("all"),
    pair("by state", ofState),
    pair("by state and severity", { ...ofState, incidentSeverityId: severities[0] ?? "" }),
  ];
}

type Query = Readonly<Record<string, string>>;

const same = (shot: Shot): Traffic => ({ pool: [shot] });

function list(parameters: string, query?: Query): Shot {
  const path = `${incidents}/get-list?${parameters}`;
  return query
    ? { method: "POST", path, body: JSON.stringify({ query }) }
    : { method: "GET", path };
}

function count(): Shot {
  return { method: "POST", path: `${incidents}/count`, body: '{"query":{}}' };
}

function gets(rows: number): Shot[] {
  const random = randomFrom(42);
  return Array.from({ length: 2_000 }, () => ({
    method: "GET",
    path: `${incidents}/${idIn(random, rows)}/get-item`,
  }));
}

let made = 0;

/** New incidents, each with its own title. */
function creates(): Traffic {
  const random = randomFrom(43);
  const bodies = Array.from({ length: 200 }, () => {
    const { title, ...data } = incidentData(random, mainProject);
    return `${JSON.stringify({ data }).slice(0, -2)},"title":"${String(title)} `;
  });
  const next = (): Shot => {
    made += 1;
    const body = `${bodies[made % bodies.length] ?? ""}${made}"}}`;
    return { method: "POST", path: incidents, body };
  };
  return { next };
}

/** Updates of a title and a root cause; no two are the same. */
function updates(rows: number): Traffic {
  const random = randomFrom(44);
  const next = (): Shot => {
    made += 1;
    const data = { title: `${title} ${made}`, rootCause: `${rootCause} ${made}` };
    const path = `${incidents}/${idIn(random, rows)}`;
    return { method: "PUT", path, body: JSON.stringify({ data }) };
  };
  const title = sentence(random, 55);
  const rootCause = markdownText(random, 400);
  return { next };
}

/** Returns the id of a random incident of the main project. */
function idIn(random: () => number, rows: number): string {
  const n = Math.floor(random() * rows);
  return incidentIdAt(projectAt(n) === mainProject ? n : n - 1);
}
