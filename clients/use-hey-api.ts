import { check, key, url } from "./environment.js";
import { client } from "./generated/hey/client.gen.js";
import {
  createIncident,
  deleteIncident,
  listIncidentSeverities,
  listIncidentStates,
  listIncidents,
  updateIncident,
} from "./generated/hey/sdk.gen.js";

client.setConfig({ baseUrl: url, headers: { ApiKey: key } });
const states = await listIncidentStates({ body: { limit: 1 } });
const severities = await listIncidentSeverities({ body: { limit: 1 } });
const made = await createIncident({
  body: {
    data: {
      projectId: states.data?.data[0]?.projectId ?? "",
      title: "Typed by another",
      declaredAt: "2026-01-31T09:00:00.000Z",
      currentIncidentStateId: states.data?.data[0]?._id ?? "",
      incidentSeverityId: severities.data?.data[0]?._id ?? "",
    },
  },
});
const id: string = made.data?._id ?? "";
const etag = made.response?.headers.get("etag") ?? "";
// @ts-expect-error: a create without required fields
void (() => createIncident({ body: { data: { title: "Typed" } } }));
// @ts-expect-error: no such operator
void (() => listIncidents({ body: { query: { title: { _type: "Like", value: "x" } } } }));

const list = await listIncidents({
  body: { query: { title: { _type: "Search", value: "another" } }, sort: { createdAt: -1 } },
});
check("list", list.data?.data.map(({ _id }) => _id).includes(id), true);
const wanted = { path: { id }, headers: { "If-Match": etag } };
const changed = await updateIncident({ ...wanted, body: { data: { title: "Typed again" } } });
check("update", changed.response?.status, 200);
const stale = await updateIncident({ ...wanted, body: { data: { title: "Too late" } } });
check("stale update", stale.response?.status, 412);
const gone = await deleteIncident({ path: { id } });
check("delete", gone.response?.status, 200);
