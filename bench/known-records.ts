import { incidentIdAt } from "./incidents";
import { incidents, mainProject, projectAt, type References, referencesIn } from "./records";
import type { Server } from "./serve";

/** The records of a server that requests are about. */
export interface KnownRecords {
  readonly references: References;
  /** Returns the id of an incident of the project at random. */
  readonly incidentId: (random: () => number) => string;
}

/** Returns the records of the main project in a database that this benchmark has filled. */
export function filledRecords(rows: number): KnownRecords {
  const incidentId = (random: () => number) => {
    const n = Math.floor(random() * rows);
    return incidentIdAt(projectAt(n) === mainProject ? n : n - 1);
  };
  return { references: referencesIn(mainProject), incidentId };
}

const mostIds = 2_000;

/**
 * Reads the newest incidents of another server, and records to which incidents may refer, of the
 * project of the newest one. Throws when there is no incident.
 */
export async function recordsOf(server: Server): Promise<KnownRecords> {
  const found: Listed[] = [];
  let cursor: string | null = "";
  while (cursor !== null && found.length < mostIds) {
    const page: Page = await list(server, incidents, { cursor });
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  const projectId = found[0]?.projectId;
  if (projectId === undefined)
    throw new Error(`${server.url} has no incident that this key reads.`);
  const ids = found.filter((one) => one.projectId === projectId).map(({ _id }) => _id);
  const idsAt = async (path: string) => {
    const { data } = await list(server, `/api/${path}`, { query: { projectId } });
    return data.map(({ _id }) => _id);
  };
  const references = {
    projectId,
    states: await idsAt("incident-state"),
    severities: await idsAt("incident-severity"),
    monitors: await idsAt("monitor"),
    labels: await idsAt("label"),
    policies: await idsAt("on-call-duty-policy"),
  };
  return { references, incidentId: (random) => ids[Math.floor(random() * ids.length)] ?? "" };
}

interface Listed {
  readonly _id: string;
  readonly projectId: string;
}

interface Page {
  readonly data: readonly Listed[];
  readonly nextCursor: string | null;
}

/** Returns 100 records of a list. Throws unless the server answers as documented. */
async function list({ url, key }: Server, path: string, asked: object): Promise<Page> {
  const select = { projectId: true };
  const response = await fetch(`${url}${path}/get-list`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify({ select, limit: 100, count: "none", ...asked }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url}${path} cannot be listed: ${body}`);
  return JSON.parse(body) as Page;
}
