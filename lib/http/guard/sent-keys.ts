import { hasKeyPrefix } from "@/lib/auth/keys/secret";
import { AppError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/message/request-response";

/** An API key, and the header that carries it. */
export interface SentKey {
  readonly header: "ApiKey" | "Authorization" | "X-API-Key";
  readonly value: string;
}

/**
 * Returns the different keys of a request. A Bearer token counts only with the prefix of our keys,
 * because proxies add tokens of their own. `Basic` never counts.
 */
export function sentKeys(headers: ApiRequest["headers"]): readonly SentKey[] {
  const { apikey, authorization, "x-api-key": other } = headers;
  const keys: SentKey[] = apikey === undefined ? [] : [{ header: "ApiKey", value: apikey }];
  const token = authorization && bearerToken(authorization);
  if (token && hasKeyPrefix(token)) add(keys, { header: "Authorization", value: token });
  if (other) add(keys, { header: "X-API-Key", value: other });
  return keys;
}

/** Returns the key of a request; undefined without one. Throws a 400 for two different keys. */
export function sentKey(headers: ApiRequest["headers"]): SentKey | undefined {
  const [key, other] = sentKeys(headers);
  if (!key || !other) return key;
  const detail = `The headers ${key.header} and ${other.header} hold different keys. Send only one of them.`;
  throw new AppError("validation", detail);
}

/** Returns the token of an `Authorization: Bearer` (RFC 6750, section 2.1). */
export function bearerToken(authorization: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
}

function add(keys: SentKey[], key: SentKey): void {
  if (keys.every(({ value }) => value !== key.value)) keys.push(key);
}
