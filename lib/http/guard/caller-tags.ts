import { hashSecret } from "@/lib/auth/keys/secret";
import type { ApiRequest } from "@/lib/http/message/request-response";
import { clientAddress } from "./client-address";
import { sentKeys } from "./sent-keys";
import { sessionCookie } from "./session-cookie";

type Head = Pick<ApiRequest, "headers" | "address">;

/** Determines which caller a request counts for, before its credentials are checked. */
export interface CallerTags {
  /**
   * Returns the caller's scope if these credentials were valid recently, else the request's address.
   * Of several cookies, the valid one counts. If they belong to two callers, the address counts.
   */
  tagOf(request: Head): string;
  /** Returns the address of a request, for limits on requests without valid credentials. */
  addressOf(request: Head): string;
  isKnown(request: Head): boolean;
  /** Remembers the caller of valid credentials: a key or a session's token. */
  note(credentials: string, callerScope: string): void;
  /** Forgets all credentials of a request, because they are invalid. */
  forget(request: Head): void;
}

/** Limit on remembered credentials, kept as hashes. Only valid ones are: guesses cannot fill it. */
const mostKept = 10_000;

export function callerTags(settings: {
  readonly publicUrl?: string | undefined;
  readonly trustedProxies?: number;
}): CallerTags {
  const cookie = sessionCookie(settings.publicUrl);
  const known = new Map<string, string>();
  const hashesOf = ({ headers }: Head): string[] => {
    // Only these count. A header that a proxy adds to all requests would merge all callers into
    // one.
    const keys = sentKeys(headers);
    return (keys.length > 0 ? keys.map(({ value }) => value) : cookie.read(headers)).map(
      hashSecret,
    );
  };
  const knownId = (request: Head): string | undefined => {
    const [hash = "", ...others] = hashesOf(request);
    if (others.length === 0) return known.get(hash);
    const ids = new Set([hash, ...others].map((one) => known.get(one)));
    ids.delete(undefined);
    return ids.size === 1 ? [...ids][0] : undefined;
  };
  const addressOf = (request: Head) =>
    `address ${clientAddress(request, settings.trustedProxies ?? 0)}`;
  return {
    tagOf: (request) => knownId(request) ?? addressOf(request),
    addressOf,
    isKnown: (request) => knownId(request) !== undefined,
    note: (credentials, callerScope) => {
      const hash = hashSecret(credentials);
      if (known.get(hash) === callerScope) return;
      const [oldest] = known;
      if (known.size >= mostKept && oldest) known.delete(oldest[0]);
      known.set(hash, callerScope);
    },
    forget: (request) => {
      for (const hash of hashesOf(request)) known.delete(hash);
    },
  };
}
