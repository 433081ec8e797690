import { hashSecret } from "@/lib/auth/secret";
import { clientAddress } from "./client-address";
import type { ApiRequest } from "./exchange";
import { sessionCookie } from "./session-cookie";

type Head = Pick<ApiRequest, "headers" | "address">;

/** Whom a request counts for, said before its credentials are checked. */
export interface CallerTags {
  /** The id of the caller where these credentials were valid lately; else the address of the request. */
  tagOf(request: Head): string;
  /** The address of a request, for limits of those who bring no valid credentials. */
  addressOf(request: Head): string;
  isKnown(request: Head): boolean;
  /** Remembers that the credentials of a request are those of a caller. */
  note(request: Head, callerId: string): void;
  /** Forgets the credentials of a request: they are not valid, or no longer. */
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
  const keyOf = ({ headers }: Head): string | undefined => {
    // Only these are checked. A header that a proxy adds for everyone would make one caller of all of them.
    const credentials = headers["apikey"] ?? cookie.read(headers)[0];
    return credentials === undefined ? undefined : hashSecret(credentials);
  };
  const knownId = (request: Head): string | undefined => {
    const key = keyOf(request);
    return key === undefined ? undefined : known.get(key);
  };
  const addressOf = (request: Head) =>
    `address ${clientAddress(request, settings.trustedProxies ?? 0)}`;
  return {
    tagOf: (request) => knownId(request) ?? addressOf(request),
    addressOf,
    isKnown: (request) => knownId(request) !== undefined,
    note: (request, callerId) => {
      const key = keyOf(request);
      if (key === undefined || known.get(key) === callerId) return;
      const [oldest] = known;
      if (known.size >= mostKept && oldest) known.delete(oldest[0]);
      known.set(key, callerId);
    },
    forget: (request) => {
      const key = keyOf(request);
      if (key !== undefined) known.delete(key);
    },
  };
}
