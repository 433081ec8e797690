import { type GuessLimit, guessLimit } from "@/lib/auth/guesses/guess-limit";
import { authSecret } from "@/lib/auth/sessions/auth-secret";
import type { Device } from "@/lib/auth/sessions/session";
import { callerOfSession, type SignedIn } from "@/lib/auth/sessions/session-caller";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { Store } from "@/lib/store/port/store";
import { clientAddress } from "./client-address";
import { type SessionCookie, sessionCookie } from "./session-cookie";

/** Settings of sign-in and sessions. */
export interface SessionSettings {
  readonly store: Store;
  readonly now: () => Date;
  /** AUTH_SECRET. Absent: the secret in the database is used. */
  readonly authSecret?: string | undefined;
  /** The public origin. */
  readonly publicUrl?: string | undefined;
  /** Number of our own proxies that write `X-Forwarded-For`. */
  readonly trustedProxies?: number;
}

/** The parts of sign-in. One per handler, because it counts attempts. */
export interface SessionService extends SessionSettings {
  readonly cookie: SessionCookie;
  readonly limit: GuessLimit;
  secret(): Promise<string>;
  /** Returns the valid sessions of a request's cookies. */
  sessionsIn(request: ApiRequest): Promise<WithToken[]>;
  /** Returns the session of a request's cookies; undefined unless exactly one is valid. */
  signedInBy(request: ApiRequest): Promise<WithToken | undefined>;
  deviceOf(request: ApiRequest): Device;
}

/** A session, and the token that the request sent for it. */
export interface WithToken extends SignedIn {
  readonly token: string;
}

export function sessionService(settings: SessionSettings): SessionService {
  const { store, now, publicUrl, trustedProxies = 0 } = settings;
  const cookie = sessionCookie(publicUrl);
  const secret = () => authSecret(store, settings.authSecret);
  const sessionsIn = async ({ headers }: ApiRequest): Promise<WithToken[]> => {
    const tokens = cookie.read(headers);
    if (tokens.length === 0) return [];
    const key = await secret();
    const found = await Promise.all(
      tokens.map(async (token) => {
        const signedIn = await callerOfSession(store, key, token, now());
        return signedIn && { token, ...signedIn };
      }),
    );
    return found.filter((one) => one !== undefined);
  };
  return {
    ...settings,
    cookie,
    secret,
    limit: guessLimit({ store, now, secret }),
    sessionsIn,
    async signedInBy(request) {
      const valid = await sessionsIn(request);
      // With two valid sessions, the intended one is unknown.
      return valid.length === 1 ? valid[0] : undefined;
    },
    deviceOf: (request) => ({
      address: clientAddress(request, trustedProxies),
      userAgent: request.headers["user-agent"] ?? "",
    }),
  };
}
