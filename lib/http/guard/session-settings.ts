import { authSecret } from "@/lib/auth/sessions/auth-secret";
import { type GuessLimit, guessLimit } from "@/lib/auth/sessions/guess-limit";
import { callerOfSession, type SignedIn } from "@/lib/auth/sessions/session-caller";
import type { Device } from "@/lib/auth/sessions/sessions";
import type { ApiRequest } from "@/lib/http/message/exchange";
import type { Store } from "@/lib/store/port/store";
import { clientAddress } from "./client-address";
import { type SessionCookie, sessionCookie } from "./session-cookie";

/** Settings of signing in. */
export interface SessionSettings {
  readonly store: Store;
  readonly now: () => Date;
  /** AUTH_SECRET; absent: the one kept in the database. */
  readonly authSecret?: string | undefined;
  /** The origin people see. */
  readonly publicUrl?: string | undefined;
  /** How many proxies of our own write `X-Forwarded-For`. */
  readonly trustedProxies?: number;
}

/** What signing in is made of; one for each handler, because it counts attempts. */
export interface SessionService extends SessionSettings {
  readonly cookie: SessionCookie;
  readonly limit: GuessLimit;
  secret(): Promise<string>;
  /** The valid sessions that a request's cookies name. */
  sessionsIn(request: ApiRequest): Promise<WithToken[]>;
  /** The session of a request's cookie, or undefined. Of several cookies the valid one counts. */
  signedInBy(request: ApiRequest): Promise<WithToken | undefined>;
  deviceOf(request: ApiRequest): Device;
}

/** A session, and the token by which a request named it. */
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
        return signedIn && { ...signedIn, token };
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
      // Nobody can tell which of two valid sessions is meant.
      return valid.length === 1 ? valid[0] : undefined;
    },
    deviceOf: (request) => ({
      address: clientAddress(request, trustedProxies),
      userAgent: request.headers["user-agent"] ?? "",
    }),
  };
}
