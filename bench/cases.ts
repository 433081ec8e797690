import type { Shot, Traffic } from "./drive";
import { shownNames } from "./floor-table";
import { incidentData } from "./incidents";
import type { KnownRecords } from "./known-records";
import { markdownText, pick, randomFrom, sentence } from "./prose";
import { incidents, severities, states } from "./records";

/** A request that both servers are measured with, and the share of the floor's rate to reach. */
export interface Case {
  readonly name: string;
  readonly aim: number;
  readonly traffic: Traffic;
}

/**
 * Returns the cases for a server with these records. Clients repeat most texts of requests; a case
 * with a new text sends one that the server has never received.
 */
export function casesFor(known: KnownRecords): Case[] {
  const { states: own } = known.references;
  const ofState = { currentIncidentStateId: own[2] ?? own[0] ?? "" };
  return [
    { name: "get-item", aim: 0.9, traffic: { pool: gets(known) } },
    { name: "get-item, new text", aim: 0.9, traffic: newGets(known) },
    { name: "get-list of 10", aim: 1.2, traffic: same(list("limit=10")) },
    { name: "get-list of 10, new text", aim: 1.2, traffic: newLists() },
    { name: "get-list of 100", aim: 0.6, traffic: same(list("limit=100")) },
    { name: "get-list by state, count", aim: 0.6, traffic: same(list("limit=10", ofState)) },
    { name: "count", aim: 0.6, traffic: same(count()) },
    { name: "count, new text", aim: 0.6, traffic: newCounts(ofState) },
    { name: "create", aim: 0.85, traffic: creates(known) },
    { name: "update", aim: 0.75, traffic: updates(known) },
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
  const ofState = { currentIncidentStateId: states[2] ?? "" };
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

function gets({ incidentId }: KnownRecords): Shot[] {
  const random = randomFrom(42);
  return Array.from({ length: 2_000 }, () => ({
    method: "GET",
    path: `${incidents}/${incidentId(random)}/get-item`,
  }));
}

/** Gets of fourteen fields, others each time. */
function newGets({ incidentId }: KnownRecords): Traffic {
  const random = randomFrom(Date.now());
  const next = (): Shot => ({
    method: "POST",
    path: `${incidents}/${incidentId(random)}/get-item`,
    body: JSON.stringify({ select: someFields(random) }),
  });
  return { next };
}

function newLists(): Traffic {
  const random = randomFrom(Date.now());
  const next = (): Shot => ({
    method: "POST",
    path: `${incidents}/get-list?limit=10`,
    body: JSON.stringify({ select: someFields(random) }),
  });
  return { next };
}

/** The key beside the query has no effect, but makes each text another one. */
function newCounts(query: Query): Traffic {
  const from = Date.now();
  const next = (): Shot => {
    made += 1;
    const body = JSON.stringify({ query, miscDataProps: { n: from + made } });
    return { method: "POST", path: `${incidents}/count`, body };
  };
  return { next };
}

const fieldsSelected = 14;

function someFields(random: () => number): Readonly<Record<string, true>> {
  const chosen = new Set<string>();
  while (chosen.size < fieldsSelected) chosen.add(pick(random, shownNames));
  return Object.fromEntries([...chosen].map((name) => [name, true]));
}

let made = 0;

/** New incidents, each with its own title. */
function creates({ references }: KnownRecords): Traffic {
  const random = randomFrom(43);
  const bodies = Array.from({ length: 200 }, () => {
    const { title, ...data } = incidentData(random, references);
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
function updates({ incidentId }: KnownRecords): Traffic {
  const random = randomFrom(44);
  const next = (): Shot => {
    made += 1;
    const data = { title: `${title} ${made}`, rootCause: `${rootCause} ${made}` };
    const path = `${incidents}/${incidentId(random)}`;
    return { method: "PUT", path, body: JSON.stringify({ data }) };
  };
  const title = sentence(random, 55);
  const rootCause = markdownText(random, 400);
  return { next };
}
