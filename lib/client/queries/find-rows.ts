import { call } from "@/lib/client/http/api";
import type { JsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import type { ListPage } from "./queries";

interface Ask {
  readonly query: JsonObject;
  readonly select: JsonObject;
  readonly sort?: JsonObject;
  readonly limit: number;
}

/** Returns the first matches, uncached. Rejects with an `ApiProblem`, or on abort of `signal`. */
export async function findRows(
  resource: Resource,
  ask: Ask,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const body = { ...ask, cursor: "", count: "none" };
  const path = `/api/${resource.path}/get-list`;
  return (await call<ListPage>("POST", path, { body, signal })).data.data;
}
