import type { Browser, BrowserContext, CDPSession } from "@playwright/test";

/** The options of a browser context that vary. Tests with the same options share a context. */
export type ContextOptions = NonNullable<Parameters<Browser["newContext"]>[0]> & {
  readonly baseURL: string;
};

/** A browser context that stays open between tests. */
interface Kept {
  readonly key: string;
  readonly origin: string;
  readonly context: BrowserContext;
  /** Belongs to a blank page, which stays open too. */
  readonly session: CDPSession;
}

/** The browser context of a worker. */
export interface KeptContext {
  /** Returns an empty context with these options. Closes one with other options. */
  open(browser: Browser, options: ContextOptions): Promise<BrowserContext>;
  /** Closes all pages of the context, and removes its cookies and stored data. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps one browser context, whose cache holds the scripts of the console. A new context loads and
 * compiles them again, which takes longer than most tests.
 */
export function keepContext(): KeptContext {
  let kept: Kept | undefined;
  const close = async () => {
    await kept?.context.close();
    kept = undefined;
  };
  return {
    open: async (browser, options) => {
      const key = JSON.stringify(options);
      if (kept?.key !== key) {
        await close();
        const context = await browser.newContext(options);
        const session = await context.newCDPSession(await context.newPage());
        kept = { key, origin: new URL(options.baseURL).origin, context, session };
      }
      return kept.context;
    },
    clear: async () => {
      if (kept) await empty(kept);
    },
    close,
  };
}

const storageTypes = "cookies,local_storage,indexeddb,service_workers,cache_storage";

async function empty({ origin, context, session }: Kept): Promise<void> {
  const [, ...pages] = context.pages();
  for (const page of pages) await page.close();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await context.clearCookies();
}
