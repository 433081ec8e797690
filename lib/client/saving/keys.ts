import { call } from "@/lib/client/http/api";
import type { Row } from "@/lib/schema/row";

/**
 * Gives a key a new secret, which the response carries once as `key`. The old secret works for
 * `overlapMinutes` more. Rejects with an `ApiProblem`.
 */
export async function rotateKey(id: string, overlapMinutes: number): Promise<Row> {
  const body = { data: { overlapMinutes } };
  return (await call<Row>("POST", `/api/api-key/${id}/rotate`, { body })).data;
}
