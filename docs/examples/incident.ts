// Declares an incident, changes it under If-Match, lists it and deletes it. The types were generated
// from /api/openapi/<resource>.json by openapi-typescript; openapi-fetch offers the same calls.
// TOCSIN_URL is the address of the server, TOCSIN_KEY a key of one project.
import type { paths as Incidents } from "./types/incident";
import type { paths as Severities } from "./types/incident-severity";
import type { paths as States } from "./types/incident-state";

type Api = Incidents & States & Severities;
type Method = "post" | "put" | "delete";
type Sent<Call> = Call extends { requestBody?: { content: { "application/json": infer Body } } }
  ? Body
  : undefined;
type Reply<Call> = Call extends {
  responses: { 200: { content: { "application/json": infer Own } } };
}
  ? Own
  : never;

/** Sends a typed request and returns the reply and its ETag. Throws the text of an error. */
async function call<Path extends keyof Api, M extends Method & keyof Api[Path]>(
  method: M,
  path: Path,
  body: Sent<Api[Path][M]>,
  { id = "", etag }: { readonly id?: string; readonly etag?: string } = {},
): Promise<{ readonly data: Reply<Api[Path][M]>; readonly etag: string }> {
  const reply = await fetch(`${setting("TOCSIN_URL")}${path.replace("{id}", id)}`, {
    method: method.toUpperCase(),
    headers: {
      ApiKey: setting("TOCSIN_KEY"),
      "Content-Type": "application/json",
      ...(etag !== undefined && { "If-Match": etag }),
    },
    body: JSON.stringify(body ?? {}),
  });
  const data = await reply.json();
  if (!reply.ok) throw new Error(`${data.code}: ${data.detail}`);
  return { data, etag: reply.headers.get("etag") ?? "" };
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}.`);
  return value;
}

const states = await call("post", "/api/incident-state/get-list", { limit: 1 });
const severities = await call("post", "/api/incident-severity/get-list", { limit: 1 });
const [state] = states.data.data;
const [severity] = severities.data.data;
if (!state?.projectId || !severity) throw new Error("The project has no states or severities.");
const made = await call("post", "/api/incident", {
  data: {
    projectId: state.projectId,
    title: "Checkout is slow (TypeScript)",
    declaredAt: "2026-01-31T09:00:00.000Z",
    currentIncidentStateId: state._id,
    incidentSeverityId: severity._id,
  },
});
const own = { id: made.data._id, etag: made.etag };
await call("put", "/api/incident/{id}", { data: { title: "It is fast (TypeScript)" } }, own);
const list = await call("post", "/api/incident/get-list", {
  query: { title: { _type: "Search", value: "(TypeScript)" } },
  select: { title: true, currentIncidentState: { name: true } },
  sort: { createdAt: -1 },
});
for (const { title } of list.data.data) process.stdout.write(`${title}\n`);
await call("delete", "/api/incident/{id}", undefined, { id: made.data._id });
