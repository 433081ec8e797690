import { StartupError } from "@/lib/startup-error";

const example = "--from https://oneuptime.example.com";

/**
 * Returns the address under which a source has its API, without a slash at the end. Throws a
 * `StartupError` for anything but a plain web address: a key or password in it would stand in the
 * list of processes.
 */
export function sourceUrl(from: string): string {
  if (!URL.canParse(from)) throw new StartupError(`Name the server as in ${example}.`);
  const url = new URL(from);
  if (!["http:", "https:"].includes(url.protocol)) {
    throw new StartupError(`The address must begin with https:// or http://, as in ${example}.`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new StartupError(
      `Name only the server, as in ${example}. The key belongs into ONEUPTIME_KEY, because every account of the machine can read arguments.`,
    );
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/api$/, "");
  return `${url.origin}${path}/api`;
}

/** Returns true if a key would cross a network that others can read. */
export function isInClear(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
