/**
 * A path of this server that someone asked to be led to, or undefined for anything else: another origin, also in
 * the spellings that browsers read as one (`//host`, `/\host`, a tab between).
 */
export function ownPath(asked: string | undefined): string | undefined {
  if (asked === undefined || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(asked)) return undefined;
  const url = new URL(asked, "http://own.invalid");
  const isOwn = url.origin === "http://own.invalid" && !url.pathname.startsWith("//");
  return isOwn ? url.pathname + url.search + url.hash : undefined;
}
