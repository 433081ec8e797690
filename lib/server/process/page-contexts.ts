import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

type Storage = AsyncLocalStorage<unknown>;
type RunPage = <T>(response: ServerResponse, render: () => Promise<T>) => Promise<T>;

/** Time for which unfinished work of a page keeps its context, in milliseconds. */
const quietMs = 1_000;
/** Longest time for which a closed page may go on rendering, in milliseconds. */
const longestEndMs = 30_000;

/**
 * Returns a function that renders a page and settles as `render` does. Before version 24, Node.js
 * calls a hook for each promise while any `AsyncLocalStorage` is enabled. `run` enables a storage,
 * and Next.js and React never disable theirs for good. So they are disabled `quietMs` after the
 * last page ended. The next page enables them again. A storage that first runs outside of pages
 * belongs to other code, such as an agent of the operator, and stays enabled.
 */
export function createPageContexts(): RunPage {
  const pages = new AsyncLocalStorage<true>();
  /** Storages that ran, and whether they first ran inside a page. */
  const known = new WeakMap<Storage, boolean>([[pages as Storage, true]]);
  const enabled = new Set<Storage>();
  let inProgress = 0;
  let quiet: NodeJS.Timeout | undefined;

  observeRuns((storage) => {
    const isOfPages = known.get(storage) ?? pages.getStore() === true;
    known.set(storage, isOfPages);
    if (!isOfPages) return;
    enabled.add(storage);
    if (inProgress === 0) quiet ??= setTimeout(disableAll, quietMs).unref();
  });

  function disableAll(): void {
    quiet = undefined;
    for (const storage of enabled) storage.disable();
    enabled.clear();
  }

  function end(): void {
    inProgress -= 1;
    if (inProgress === 0) quiet = setTimeout(disableAll, quietMs).unref();
  }

  return (response, render) => {
    clearTimeout(quiet);
    quiet = undefined;
    inProgress += 1;
    const rendering = pages.run(true, async () => render());
    void whenEnded(response, rendering).then(end);
    return rendering;
  };
}

/** One for the process, because all storages share its hooks. */
export const inPageContext = createPageContexts();

/** Resolves once the page is rendered and closed, at the latest `longestEndMs` after it is closed. */
async function whenEnded(response: ServerResponse, rendering: Promise<unknown>): Promise<void> {
  await whenClosed(response);
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<void>((resolve) => {
    late = setTimeout(resolve, longestEndMs).unref();
  });
  await Promise.race([rendering.catch(() => undefined), tooLate]);
  clearTimeout(late);
}

/** Resolves once the response or its connection is closed. A queued response is not told. */
function whenClosed(response: ServerResponse): Promise<void> {
  const { socket } = response.req;
  return new Promise((resolve) => {
    const done = () => {
      response.off("close", done);
      socket.off("close", done);
      resolve();
    };
    if (response.closed || socket.destroyed) return resolve();
    response.on("close", done);
    socket.on("close", done);
  });
}

/** Calls `observe` with each storage that is enabled from now on. */
function observeRuns(observe: (storage: Storage) => void): void {
  const { prototype } = AsyncLocalStorage;
  const { run, enterWith } = prototype;
  prototype.run = function observed(this: Storage, ...args: unknown[]) {
    observe(this);
    return Reflect.apply(run, this, args);
  };
  prototype.enterWith = function observed(this: Storage, ...args: unknown[]) {
    observe(this);
    Reflect.apply(enterWith, this, args);
  };
}
