import { hashSecret } from "@/lib/auth/keys/secret";
import type { ApiRequest } from "@/lib/http/message/exchange";
import { clientAddress } from "./client-address";
import { sessionCookie } from "./session-cookie";

type Head = Pick<ApiRequest, "headers" | "address">;

/** Whom a request counts for, said before its credentials are checked. */
export interface CallerTags {
  /**
   * The id of the caller where these credentials were valid lately; else the address of the request. Of several cookies
   * the valid one counts. Where they belong to two callers, the address counts.
   */
  tagOf(request: Head): string;
  /** The address of a request, for limits of those who bring no valid credentials. */
  addressOf(request: Head): string;
  isKnown(request: Head): boolean;
  /** Remembers that valid credentials, a key or the token of a session, are those of a caller. */
  note(credentials: string, callerId: string): void;
  /** Forgets all credentials of a request: they are not valid, or no longer. */
  forget(request: Head): void;
}

/** How many credentials are remembered, by their hash. Only valid ones are, so nobody fills this with guesses. */
const mostKept = 10_000;

export function callerTags(settings: {
  readonly publicUrl?: string | undefined;
  readonly trustedProxies?: number;
}): CallerTags {
  const cookie = sessionCookie(settings.publicUrl);
  const known = new Map<string, string>();
  const hashesOf = ({ headers }: Head): string[] => {
    // Only these are checked. A header that a proxy adds for everyone would make one caller of all of them.
    const key = headers["apikey"];
    return (key === undefined ? cookie.read(headers) : [key]).map(hashSecret);
  };
  const knownId = (request: Head): string | undefined => {
    const ids = new Set(hashesOf(request).map((hash) => known.get(hash)));
    ids.delete(undefined);
    return ids.size === 1 ? [...ids][0] : undefined;
  };
  const addressOf = (request: Head) =>
    `address ${clientAddress(request, settings.trustedProxies ?? 0)}`;
  return {
    tagOf: (request) => knownId(request) ?? addressOf(request),
    addressOf,
    isKnown: (request) => knownId(request) !== undefined,
    note: (credentials, callerId) => {
      const hash = hashSecret(credentials);
      if (known.get(hash) === callerId) return;
      const [oldest] = known;
      if (known.size >= mostKept && oldest) known.delete(oldest[0]);
      known.set(hash, callerId);
    },
    forget: (request) => {
      for (const hash of hashesOf(request)) known.delete(hash);
    },
  };
}
