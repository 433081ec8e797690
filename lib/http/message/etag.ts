import { hash } from "node:crypto";
import { AppError } from "@/lib/errors";

/**
 * Returns the `ETag` of a record in one response: its version, then a hash of the names of the
 * returned fields, which depend on the select and on the caller's permissions.
 */
export function etagOf(version: number, fields: readonly string[]): string {
  return etagsFor(fields)(version);
}

/** Returns the same as a function of the version, for several records with these fields. */
export function etagsFor(fields: readonly string[]): (version: number) => string {
  const digest = digestOf(fields.join());
  return (version) => `"${version}-${digest}"`;
}

/** Cache by field set. Most responses use one of a few sets, and hashing is the main cost. */
const digests = new Map<string, string>();
const mostDigests = 1_000;

function digestOf(names: string): string {
  const known = digests.get(names);
  if (known !== undefined) return known;
  const digest = hash("sha1", names, "base64url").slice(0, 11);
  if (digests.size >= mostDigests) digests.clear();
  digests.set(names, digest);
  return digest;
}

/** Returns true if `If-None-Match` names this tag (RFC 9110, 13.1.2: weak comparison). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || tagsIn(ifNoneMatch).includes(etag);
}

/**
 * Returns the versions that `If-Match` allows a write to start from. Undefined without the header
 * and for `*`, which allow any version. Weak tags count, because proxies that compress responses
 * weaken tags, and the version in them stays true. Throws a 412 for a header that matches nothing
 * here.
 */
export function versionsIn(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  const versions = new Set<number>();
  for (const tag of tagsIn(ifMatch)) {
    const version = /^"(\d{1,15})-/.exec(tag)?.[1];
    if (version !== undefined) versions.add(Number(version));
  }
  if (versions.size > 0 && versions.size <= maxVersions) return [...versions];
  const detail = "If-Match names no version of a record. Send the ETag of the last reply, or *.";
  throw new AppError("precondition_failed", detail);
}

const maxVersions = 10;

/** Returns the tags of a list, without weakness; none if it is not a list of tags. */
function tagsIn(header: string): readonly string[] {
  return tagList.test(header) ? (header.match(/"[^"]*"/g) ?? []) : [];
}

const tagList = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/;
