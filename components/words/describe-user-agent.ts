/**
 * Returns the browser and system of a User-Agent in words. An unknown one is returned unchanged.
 */
export function describeUserAgent(userAgent: string): string {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser === undefined) return userAgent === "" ? "Unknown client" : userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Most browsers claim to be others too. Tokens that only one browser sends come first. */
const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;
