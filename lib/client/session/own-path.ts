/**
 * Returns a requested path if it is on this server, otherwise undefined. Also detects other origins
 * in forms that browsers normalize (`//host`, `/\host`, an embedded tab).
 */
export function ownPath(asked: string | undefined): string | undefined {
  if (asked === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return undefined;
  const url = new URL(asked, "http://own.invalid");
  const isOwn = url.origin === "http://own.invalid" && !url.pathname.startsWith("//");
  return isOwn ? url.pathname + url.search + url.hash : undefined;
}
