import { largestFile } from "@/lib/resources/system/file";
import { isPublic, matchRoute, type RouteMatch } from "./routing";
import { isStatusPath } from "./status-path";

/** Bytes of a body received before the caller is known. */
export const mostBeforeCaller = 65_536;
/** Longer bodies, in bytes or characters, are processed one at a time. */
export const largeBody = 1_000_000;
/** Limit on the bytes of a body on public routes. */
const mostForEveryone = 16_384;

/** The size limit and form of a request's body. */
export interface BodyLimit {
  readonly maxBytes: number;
  /** True for a file, whose bytes are passed on unchanged. */
  readonly isFile: boolean;
  /** True for a public route, which has no caller. */
  readonly isOpen: boolean;
}

/** Returns the limit of a request's body by its path. `maxBodyBytes` is the setting. */
export function bodyLimitOf(method: string, path: string, maxBodyBytes: number): BodyLimit {
  const match = knownRoute(path);
  const route = match?.routes.get(method);
  const isForEveryone =
    isStatusPath(path) ||
    route?.caller === "anyone" ||
    (match !== undefined && !route && isPublic(match));
  if (isForEveryone) {
    return { maxBytes: Math.min(mostForEveryone, maxBodyBytes), isFile: false, isOpen: true };
  }
  const isFile = route?.operation === "upload";
  return { maxBytes: isFile ? largestFile : maxBodyBytes, isFile, isOpen: false };
}

function knownRoute(path: string): RouteMatch | undefined {
  try {
    return matchRoute(path);
  } catch {
    // The handler reports the error in the path.
    return undefined;
  }
}
