import type { APIRequestContext, Page } from "@playwright/test";
import { sampleId } from "@/lib/resources/sample/sample-row";
import type { JsonObject } from "@/lib/schema/json";
import { callApi } from "./session";

/** Returns the rendered rows of a list. */
export function gridRows(page: Page) {
  return page.locator('[role="grid"] tbody tr[id]');
}

/** Returns the id of the sample project. */
export async function sampleProjectId(request: APIRequestContext): Promise<string> {
  const ask = { query: { slug: "acme" } };
  const found = await callApi<{ data: JsonObject[] }>(
    ...([request, "POST", "/api/project/get-list", ask] as const),
  );
  return String(found.data[0]?.["_id"]);
}

/** Creates a record in the sample project through the API and returns its id. */
export async function createRecord(
  request: APIRequestContext,
  path: string,
  data: JsonObject,
): Promise<string> {
  const projectId = await sampleProjectId(request);
  const made = await callApi(request, "POST", `/api/${path}`, { data: { ...data, projectId } });
  return String(made["_id"]);
}

/** Creates an incident in the sample project through the API and returns its id. */
export function declareIncident(
  request: APIRequestContext,
  more: JsonObject = {},
): Promise<string> {
  return createRecord(request, "incident", {
    title: "Checkout is slow",
    incidentSeverityId: sampleId("incident-severity", 1),
    currentIncidentStateId: sampleId("incident-state", 1),
    declaredAt: new Date().toISOString(),
    ...more,
  });
}
