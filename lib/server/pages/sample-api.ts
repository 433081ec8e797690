import { setImmediate } from "node:timers/promises";
import { flushGuesses } from "@/lib/auth/guesses/account-guesses";
import { createHandler } from "@/lib/http/handle";
import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { prepareFirstStart } from "@/lib/operations/deployment/first-start";
import { loadSample } from "@/lib/operations/deployment/load-sample";
import { newSampleSalt } from "@/lib/operations/people/sample-people";
import { resources } from "@/lib/resources/index";
import { sampleProject } from "@/lib/resources/sample/sample-project";
import type { SampleRow } from "@/lib/resources/sample/sample-row";
import { openStore } from "@/lib/store/open-store";
import type { Store } from "@/lib/store/port/store";

/** The API over a database of its own. */
export interface SampleApi {
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>;
  /** The header `Cookie` of its signed-in owner. */
  readonly cookie: string;
  /** Paths of the console that show its records: the overview, a list and a record. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens the API over a part of the sample project in memory, apart from the records of the
 * deployment. Other requests run between the transactions that create its rows.
 */
export async function openSampleApi(): Promise<SampleApi> {
  const store = await openStore({ url: "memory:", resources: resources.values() });
  try {
    const now = new Date();
    const { owner } = await prepareFirstStart(store, { now });
    const incidentId = await fill(store, now);
    const answer = createHandler({
      store,
      policy: { references: "loose" },
      maxBodyBytes: 1_000_000,
      now: () => new Date(),
    });
    const paths = ["/p/acme", "/p/acme/incident", `/p/acme/incident/${incidentId}`];
    const cookie = await signIn(answer, owner);
    const close = async () => {
      // A count that is still to be written would keep the store in memory for a minute.
      await flushGuesses(store);
      await store.close();
    };
    return { answer, cookie, paths, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Number of rows in one transaction. */
const rowsOfStep = 5;

/** Creates rows of the sample project and returns the id of an incident. */
async function fill(store: Store, now: Date): Promise<string> {
  const rows = newestRows(sampleProject(now, newSampleSalt()));
  for (let from = 0; from < rows.length; from += rowsOfStep) {
    await loadSample(store, rows.slice(from, from + rowsOfStep), now);
    await setImmediate();
  }
  const incident = rows.findLast(({ path }) => path === "incident");
  if (incident === undefined) throw new Error("The sample project has no incident.");
  return String(incident.data["_id"]);
}

/** Number of rows of a kind, beside those that others refer to. */
const rowsOfKind = 15;

/** Keeps the newest rows of each kind and all rows that they refer to, which come before. */
function newestRows(rows: readonly SampleRow[]): SampleRow[] {
  const counts = new Map<string, number>();
  const referredTo = new Set<unknown>();
  const isKept = ({ path, data }: SampleRow) => {
    const count = counts.get(path) ?? 0;
    if (count >= rowsOfKind && !referredTo.has(data["_id"])) return false;
    counts.set(path, count + 1);
    for (const value of Object.values(data).flat()) referredTo.add(value);
    return true;
  };
  return rows.toReversed().filter(isKept).toReversed();
}

async function signIn(
  answer: SampleApi["answer"],
  owner: { readonly email: string; readonly password?: string } | undefined,
): Promise<string> {
  const { status, headers } = await answer({
    method: "POST",
    path: "/api/auth/sign-in/email",
    query: "",
    headers: { host, origin: `http://${host}`, "content-type": "application/json" },
    body: JSON.stringify(owner),
  });
  if (status !== 200) throw new Error(`The owner of the sample project got ${status}.`);
  return String(headers["Set-Cookie"]).replace(/;.*/s, "");
}

const host = "localhost";
