import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Sqlite from "better-sqlite3";
import type { Row } from "@/lib/schema/row";
import { durable, type Stored, shown, shownNames } from "./floor-table";
import { floorWrites } from "./floor-writes";

// The floor: the cost of one table behind node:http, written by hand without validation.
// node scripts/run-ts.mjs bench/floor.ts <database file> <port> <key> <project of the key>
const [file = "", port = "0", key = "", projectOfKey = ""] = process.argv.slice(2);
const keys = new Map([[key, projectOfKey]]);
const db = durable(new Sqlite(file, { fileMustExist: true }));
const writes = floorWrites(db);

const names = shownNames.map((name) => `"${name}"`).join(", ");
const newest = "order by createdAt desc, _id desc limit ? + 0 offset ?";
const one = db.prepare(`select ${names} from incident where _id = ? and projectId = ?`);
const page = db.prepare(`select ${names} from incident where projectId = ? ${newest}`);
const pageOfState = db.prepare(
  `select ${names} from incident where projectId = ? and currentIncidentStateId = ? ${newest}`,
);
const counter = db.prepare("select value from counter where name = ?").pluck();

createServer((request, response) => {
  if (request.method === "GET") reply(response, answer(request, ""));
  else readBody(request, (body) => reply(response, answer(request, body)));
}).listen(Number(port), "127.0.0.1");

function readBody(request: IncomingMessage, then: (body: string) => void): void {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => then(Buffer.concat(parts).toString()));
}

interface Answer {
  readonly status: number;
  readonly value: unknown;
}

function answer(request: IncomingMessage, body: string): Answer {
  const project = keys.get(String(request.headers["apikey"]));
  if (project === undefined) return { status: 401, value: { message: "Unknown key." } };
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const sent = body === "" ? {} : JSON.parse(body);
  const [, , , id = "", action] = path.split("/");
  if (request.method === "PUT") return update(id, project, sent.data);
  if (action === "get-item") return get(id, project, sent.select);
  if (id === "get-list") return list(new URLSearchParams(query), project, sent);
  if (id === "count") return { status: 200, value: { count: countOf(project, sent.query) } };
  return get(writes.create(sent.data), project);
}

function get(id: string, project: string, select?: Selected): Answer {
  const stored = one.get(id, project) as Stored | undefined;
  return stored ? { status: 200, value: selected(stored, select) } : { status: 404, value: {} };
}

type Selected = Readonly<Record<string, true>> | undefined;

/** Returns the record as in responses, with the selected fields or with all. */
function selected(stored: Stored, select: Selected): unknown {
  if (!select) return shown(stored);
  const some: Stored = { _id: stored["_id"] ?? null };
  for (const name in select) some[name] = stored[name] ?? null;
  return shown(some);
}

function update(id: string, project: string, data: Row): Answer {
  return { status: writes.update(id, project, data) ? 200 : 404, value: {} };
}

type Asked = { readonly currentIncidentStateId?: string } | undefined;

interface Sent {
  readonly query?: Asked;
  readonly select?: Selected;
}

function list(parameters: URLSearchParams, project: string, { query, select }: Sent): Answer {
  const limit = Math.min(Number(parameters.get("limit") ?? 10), 100);
  const skip = Number(parameters.get("skip") ?? 0);
  const state = query?.currentIncidentStateId;
  const stored =
    state === undefined
      ? page.all(project, limit, skip)
      : pageOfState.all(project, state, limit, skip);
  const data = (stored as Stored[]).map((one) => selected(one, select));
  return { status: 200, value: { count: countOf(project, query), limit, skip, data } };
}

function countOf(project: string, query: Asked): unknown {
  const state = query?.currentIncidentStateId;
  const of = state === undefined ? "incident" : `incident.currentIncidentStateId:${state}`;
  return counter.get(`${of}:${project}`) ?? 0;
}

function reply(response: ServerResponse, { status, value }: Answer): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}
