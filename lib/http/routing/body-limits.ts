import { largestFile } from "@/lib/resources/system/file";
import { isPublic, matchRoute, type RouteMatch } from "./routing";

/** How many bytes of a body are taken in before the caller is known. */
export const mostBeforeCaller = 65_536;
/** Longer bodies, in bytes or characters, are worked on one at a time. */
export const largeBody = 1_000_000;
/** How many bytes a body may have where everyone may send it, without credentials. */
const mostForEveryone = 16_384;

/** How large the body of a request may be, and what it is. */
export interface BodyLimit {
  readonly maxBytes: number;
  /** True for a file, whose bytes are passed on as they are. */
  readonly isFile: boolean;
  /** True where no caller will be known. */
  readonly isOpen: boolean;
}

/** The limit of a request's body, by its path; `maxBodyBytes` is the setting. */
export function bodyLimitOf(method: string, path: string, maxBodyBytes: number): BodyLimit {
  const match = knownRoute(path);
  const route = match?.routes.get(method);
  const isForEveryone = route?.open === true || (match !== undefined && !route && isPublic(match));
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
    // The handler answers what is wrong with the path.
    return undefined;
  }
}
