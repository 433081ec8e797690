import { createHash } from "node:crypto";
import { invalid } from "@/lib/errors";
import type { Idempotency } from "@/lib/operations/idempotency";
import type { ApiRequest } from "./exchange";

/** Reads `Idempotency-Key`; undefined without one. Throws a 400 unless it is 1 to 255 visible characters. */
export function readIdempotency(request: ApiRequest, path: string): Idempotency | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = "Idempotency-Key must be 1 to 255 visible ASCII characters, without spaces.";
    throw invalid([{ pointer: "", field: "Idempotency-Key", message }]);
  }
  return { key, path, bodyHash: createHash("sha256").update(request.body).digest("base64url") };
}
