/** Returns true for a path of the status pages, existing or not. */
export function isStatusPath(path: string): boolean {
  return path === "/status" || path.startsWith("/status/");
}
