import { sessionLimits } from "@/lib/auth/sessions/sessions";
import type { ApiRequest } from "@/lib/http/message/exchange";

/** The cookie that holds a session's token. */
export interface SessionCookie {
  /** The tokens a request brings, at most four: a page of another host of the domain can set a cookie of our name. */
  read(headers: ApiRequest["headers"]): readonly string[];
  /** The `Set-Cookie` that gives a token, or takes it back when it is undefined. */
  write(token: string | undefined): Record<string, string>;
}

/**
 * The session cookie of a deployment. Where TLS is declared (`PUBLIC_URL=https://…`) it is bound to this host and
 * sent over TLS only; without, as on a plain http://localhost, no browser would keep such a cookie.
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

/** How many tokens of one request are looked up. */
const mostTried = 4;
