import { createHash } from "node:crypto";
import { invalid } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { Idempotency } from "@/lib/operations/record/idempotency";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/**
 * Reads `Idempotency-Key`; undefined without one. Throws a 400 unless it is 1 to 255 visible
 * characters. The hash of the body leaves out passwords: a fast hash beside the response would let
 * an attacker guess them from a backup.
 */
export function readIdempotency(
  request: ApiRequest,
  path: string,
  resource: Resource,
): Idempotency | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = "Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces.";
    throw invalid([{ pointer: "", field: "Idempotency-Key", message }]);
  }
  const text = withoutSecrets(request.body, resource);
  return { key, path, bodyHash: createHash("sha256").update(text).digest("base64url") };
}

function withoutSecrets(body: string, resource: Resource): string {
  const secret = shapeOf(resource)
    .columns.filter(({ field }) => kindOf(field).isSecret)
    .map(({ name }) => name);
  if (secret.length === 0 || body.trim() === "") return body;
  const left = (name: string, value: unknown) => (secret.includes(name) ? null : value);
  return JSON.stringify(JSON.parse(body), left);
}
