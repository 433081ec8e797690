import type { APIRequestContext, Page } from "@playwright/test";
import type { JsonObject } from "@/lib/schema/json";
import { asProgram } from "./person";

/** The rows of a list that are drawn. */
export function rows(page: Page) {
  return page.locator('[role="grid"] tbody tr[id]');
}

/** The id of the sample project. */
export async function acme(request: APIRequestContext): Promise<string> {
  const ask = { query: { slug: "acme" } };
  const found = await asProgram<{ data: JsonObject[] }>(
    ...([request, "POST", "/api/project/get-list", ask] as const),
  );
  return String(found.data[0]?.["_id"]);
}

/** Creates a record in the sample project, past the browser, and answers its id. */
export async function create(
  request: APIRequestContext,
  path: string,
  data: JsonObject,
): Promise<string> {
  const projectId = await acme(request);
  const made = await asProgram(request, "POST", `/api/${path}`, { data: { ...data, projectId } });
  return String(made["_id"]);
}
