import { check, key, url } from "./environment.js";
import {
  createIncident,
  deleteIncident,
  listIncidentSeverities,
  listIncidentStates,
  listIncidents,
  updateIncident,
} from "./generated/orval/client.js";

// The generated functions call fetch with a path of the server.
const { fetch } = globalThis;
globalThis.fetch = (path, options) => {
  const headers = new Headers(options?.headers);
  headers.set("ApiKey", key);
  return fetch(`${url}${path}`, { ...options, headers });
};

const states = await listIncidentStates({ limit: 1 });
const severities = await listIncidentSeverities({ limit: 1 });
if (states.status !== 200 || severities.status !== 200) throw new Error("The lists failed.");
const made = await createIncident({
  data: {
    projectId: states.data.data[0]?.projectId ?? "",
    title: "Typed by a third",
    declaredAt: "2026-01-31T09:00:00.000Z",
    currentIncidentStateId: states.data.data[0]?._id ?? "",
    incidentSeverityId: severities.data.data[0]?._id ?? "",
  },
});
if (made.status !== 200) throw new Error("The create failed.");
const id: string = made.data._id;
const etag = made.headers.get("etag") ?? "";

const list = await listIncidents({ query: { title: { _type: "Search", value: "third" } } });
if (list.status !== 200) throw new Error("The list failed.");
check("list", list.data.data.map(({ _id }) => _id).includes(id), true);
const changed = await updateIncident(
  id,
  { data: { title: "Typed again" } },
  { headers: { "If-Match": etag, "Content-Type": "application/json" } },
);
check("update", changed.status, 200);
const stale = await updateIncident(
  id,
  { data: { title: "Too late" } },
  { headers: { "If-Match": etag, "Content-Type": "application/json" } },
);
check("stale update", stale.status, 412);
check("delete", (await deleteIncident(id)).status, 200);
