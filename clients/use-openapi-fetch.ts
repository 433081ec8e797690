import createClient from "openapi-fetch";
import { check, key, url } from "./environment.js";
import type { components, paths } from "./generated/paths.js";

const client = createClient<paths>({ baseUrl: url, headers: { ApiKey: key } });

const states = await client.POST("/api/incident-state/get-list", { body: { limit: 1 } });
const severities = await client.POST("/api/incident-severity/get-list", { body: { limit: 1 } });
const projectId: string = states.data?.data[0]?.projectId ?? "";
const stateId: string = states.data?.data[0]?._id ?? "";
const severityId: string = severities.data?.data[0]?._id ?? "";

// Required fields of a create, and the names and values of its fields, are checked.
const data: components["schemas"]["IncidentCreate"] = {
  projectId,
  title: "Typed",
  declaredAt: "2026-01-31T09:00:00.000Z",
  currentIncidentStateId: stateId,
  incidentSeverityId: severityId,
};
// @ts-expect-error: a create without required fields
const incomplete: components["schemas"]["IncidentCreate"] = { title: "Typed" };
// @ts-expect-error: no such field
const misnamed: components["schemas"]["IncidentUpdate"] = { titel: "Typed" };
const misordered: components["schemas"]["IncidentSort"] = {
  // @ts-expect-error: a direction is 1, -1 or a word
  title: "up",
};
const nested: components["schemas"]["IncidentSelect"] = {
  // @ts-expect-error: an incident state has no such field
  currentIncidentState: { nosuch: true },
};
void [incomplete, misnamed, misordered, nested];

const made = await client.POST("/api/incident", { body: { data } });
const id: string = made.data?._id ?? "";
const etag = made.response.headers.get("etag") ?? "";
check("create", made.response.status, 200);

const list = await client.POST("/api/incident/get-list", {
  body: {
    select: { title: true, currentIncidentState: { name: true } },
    query: {
      title: { _type: "Search", value: "Typed" },
      currentIncidentState: { name: { _type: "NotNull" } },
    },
    sort: { currentIncidentState: { name: 1 } },
    limit: 10,
  },
});
check("list", list.data?.data.map(({ _id }) => _id).includes(id), true);

const path = { id };
const body = { data: { title: "Typed twice" } };
const changed = await client.PUT("/api/incident/{id}", {
  params: { path, header: { "If-Match": etag } },
  body,
});
check("update", changed.response.status, 200);
const stale = await client.PUT("/api/incident/{id}", {
  params: { path, header: { "If-Match": etag } },
  body: { data: { title: "Too late" } },
});
check("stale update", [stale.response.status, stale.error?.code], [412, "precondition_failed"]);
const gone = await client.DELETE("/api/incident/{id}", { params: { path } });
check("delete", gone.response.status, 200);
