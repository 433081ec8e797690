/** The flags of a Chromium that tests and measurements start. */
export const chromiumFlags: readonly string[];

/** Returns the path of the installed Chromium; undefined for that of Playwright. */
export function systemChromium(): string | undefined;

/** Downloads the Chromium of Playwright unless one is present. */
export function ensureChromium(): Promise<unknown>;
