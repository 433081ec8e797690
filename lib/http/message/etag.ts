import { createHash } from "node:crypto";
import { AppError } from "@/lib/errors";

/**
 * The `ETag` of a record as one reply shows it: its version, then a hash of the names of the fields shown,
 * which both the select and what the caller may read have a part in.
 */
export function etagOf(version: number, fields: readonly string[]): string {
  return `"${version}-${digestOf(fields.join())}"`;
}

/** Most replies show one of a few sets of fields, and hashing costs more than all else about a tag. */
const digests = new Map<string, string>();
const mostDigests = 1_000;

function digestOf(names: string): string {
  const known = digests.get(names);
  if (known !== undefined) return known;
  const digest = createHash("sha1").update(names).digest("base64url").slice(0, 11);
  if (digests.size >= mostDigests) digests.clear();
  digests.set(names, digest);
  return digest;
}

/** True when `If-None-Match` names this tag (RFC 9110, 13.1.2: weakness does not count). */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || tagsIn(ifNoneMatch).includes(etag);
}

/**
 * The versions that `If-Match` lets a write start from; undefined for no header and for `*`, where any will
 * do. Weak tags count: what compresses replies weakens tags, and the version in them stays true. Throws a
 * 412 for a header that can match nothing here.
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

/** The tags of a list, without their weakness; none when it is no list of tags. */
function tagsIn(header: string): readonly string[] {
  return tagList.test(header) ? (header.match(/"[^"]*"/g) ?? []) : [];
}

const tagList = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/;
