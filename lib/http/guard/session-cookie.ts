import { sessionLimits } from "@/lib/auth/sessions/end-session";
import type { ApiRequest } from "@/lib/http/message/request-response";

/** The cookie that holds a session's token. */
export interface SessionCookie {
  /** Returns the request's tokens, at most four: sibling hosts can set cookies of our name. */
  read(headers: ApiRequest["headers"]): readonly string[];
  /** Returns the `Set-Cookie` that stores a token, or deletes it if undefined. */
  write(token: string | undefined): Record<string, string>;
}

/**
 * Returns the session cookie of a deployment. With TLS (`PUBLIC_URL=https://…`) it is bound to this
 * host and sent over TLS only. On plain http, such as http://localhost, browsers would refuse such
 * a cookie.
 */
export function sessionCookie(publicUrl: string | undefined): SessionCookie {
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  const name = isSecure ? "__Host-tocsin" : "tocsin";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const longest = sessionLimits.longestMs / 1000;
  return {
    read: ({ cookie = "" }) => {
      const held = cookie
        .split(/[;,]/)
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      return [...new Set(held)].slice(0, mostTried);
    },
    write: (token) => ({
      "Set-Cookie": `${name}=${token ?? ""}; Max-Age=${token === undefined ? 0 : longest}; ${attributes}`,
    }),
  };
}

/** Limit on the tokens of one request that are looked up. */
const mostTried = 4;
