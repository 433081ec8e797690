import { AppError } from "@/lib/errors";

/**
 * Throws a 400 for a path that a proxy could read differently: with dot segments (RFC 3986, section
 * 5.2.4), also encoded ones, with a backslash, a control character, or a `%` that begins no escape.
 * Returns the decoded path.
 */
export function requirePlainPath(path: string): string {
  if (!path.startsWith("/")) throw refusedAddress("does not begin with a slash");
  const decoded = path.includes("%") ? decode(path) : path;
  if (decoded.includes("\\")) throw refusedAddress("holds a backslash");
  if (hasControlCharacter(decoded)) throw refusedAddress("holds a control character");
  if (decoded.includes("/.") && dotSegment.test(decoded)) {
    throw refusedAddress('has a segment that is "." or ".."');
  }
  return decoded;
}

/** Returns a 400 that names the fault in a request's address. */
export function refusedAddress(why: string): AppError {
  return new AppError("validation", `The address of the request ${why}. Send another one.`);
}

const dotSegment = /\/\.{1,2}(?:\/|$)/;

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw refusedAddress("has a % that begins no valid escape");
  }
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
