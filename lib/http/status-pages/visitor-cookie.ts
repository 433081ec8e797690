import { visitForMs } from "@/lib/auth/visitors/visitor";
import type { ApiRequest } from "@/lib/http/message/request-response";
import type { Row } from "@/lib/schema/row";

/** The cookie of one private page. Browsers send it to this page alone. */
export interface VisitorCookie {
  /** Returns the tokens of a request, at most four. */
  read(headers: ApiRequest["headers"]): readonly string[];
  /** Returns the `Set-Cookie` that stores a token, or deletes it if undefined. */
  write(token: string | undefined): Record<string, string>;
}

const mostTried = 4;

export function visitorCookie(page: Row, publicUrl: string | undefined): VisitorCookie {
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  const name = `${isSecure ? "__Secure-" : ""}tocsin-status-${page._id}`;
  const path = `/status/${encodeURIComponent(String(page.slug))}`;
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read: ({ cookie = "" }) => {
      const pairs = cookie.split(/[;,]/).map((pair) => pair.trim());
      const own = pairs.filter((pair) => pair.startsWith(`${name}=`));
      return [...new Set(own.map((pair) => pair.slice(name.length + 1)))].slice(0, mostTried);
    },
    write: (token) => ({
      "Set-Cookie": `${name}=${token ?? ""}; Max-Age=${token === undefined ? 0 : visitForMs / 1_000}; ${attributes}`,
    }),
  };
}
