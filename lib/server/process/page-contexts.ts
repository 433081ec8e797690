import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

type Storage = AsyncLocalStorage<unknown>;
type Render = <T>(response: ServerResponse, render: () => Promise<T>) => Promise<T>;

/** Work that a page leaves behind still sees its storages for this time. */
const quietMs = 1_000;

/**
 * Returns a function that renders a page and resolves as `render` does. An `AsyncLocalStorage` that
 * ran once makes Node.js before version 24 call a hook for each promise of the process until the
 * storage is disabled. Next.js and React have several and never disable them. So they are disabled
 * `quietMs` after the last page was sent; the next page enables them again. A storage that runs
 * while no page is rendered belongs to other code, such as an agent of the operator, and stays as
 * it is.
 */
export function createPageContexts(): Render {
  const ofPages = new Set<Storage>();
  const ofOthers = new WeakSet<Storage>();
  let inProgress = 0;
  let quiet: NodeJS.Timeout | undefined;

  observeRuns((storage) => {
    if (ofOthers.has(storage)) return;
    if (inProgress > 0 || quiet) ofPages.add(storage);
    else ofOthers.add(storage);
  });

  function disableAll(): void {
    quiet = undefined;
    for (const storage of ofPages) storage.disable();
    // A page runs the storages that it needs again.
    ofPages.clear();
  }

  return async (response, render) => {
    clearTimeout(quiet);
    quiet = undefined;
    inProgress += 1;
    const closed = whenClosed(response);
    try {
      return await render();
    } finally {
      void closed.then(() => {
        inProgress -= 1;
        if (inProgress === 0) quiet = setTimeout(disableAll, quietMs).unref();
      });
    }
  };
}

/** The one of the process, because its hooks are one for all. */
export const inPageContext = createPageContexts();

function whenClosed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once("close", resolve);
  });
}

/** Calls `observe` with each storage that runs from now on. */
function observeRuns(observe: (storage: Storage) => void): void {
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function observed(this: Storage, ...args: unknown[]) {
    observe(this);
    return Reflect.apply(run, this, args);
  };
}
