import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageContexts } from "./page-contexts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A response that is closed by hand. */
function openResponse() {
  const response = Object.assign(new EventEmitter(), { closed: false });
  const close = async () => {
    response.closed = true;
    response.emit("close");
    await Promise.resolve();
  };
  return { response: response as unknown as ServerResponse, close };
}

/** Runs the storage, and returns a function that reads its value in that context later. */
function readerOf(storage: AsyncLocalStorage<string>, value: string): () => string | undefined {
  return storage.run(value, () => AsyncResource.bind(() => storage.getStore()));
}

test("a page's storage is disabled a second after the page was sent, not before", async () => {
  const inPage = createPageContexts();
  const storage = new AsyncLocalStorage<string>();
  const { response, close } = openResponse();
  const read = await inPage(response, async () => readerOf(storage, "page"));
  vi.advanceTimersByTime(60_000);
  expect(read()).toBe("page");
  await close();
  vi.advanceTimersByTime(999);
  expect(read()).toBe("page");
  vi.advanceTimersByTime(1);
  expect(read()).toBeUndefined();
});

test("the next page has its storages again, and they are disabled again", async () => {
  const inPage = createPageContexts();
  const storage = new AsyncLocalStorage<string>();
  for (const value of ["first", "second"]) {
    const { response, close } = openResponse();
    const read = await inPage(response, async () => readerOf(storage, value));
    expect(read()).toBe(value);
    await close();
    vi.advanceTimersByTime(1_000);
    expect(read()).toBeUndefined();
  }
});

test("no storage is disabled while another page is rendered", async () => {
  const inPage = createPageContexts();
  const storage = new AsyncLocalStorage<string>();
  const slow = openResponse();
  const quick = openResponse();
  const read = await inPage(slow.response, async () => readerOf(storage, "slow"));
  await inPage(quick.response, async () => undefined);
  await quick.close();
  vi.advanceTimersByTime(60_000);
  expect(read()).toBe("slow");

  await slow.close();
  vi.advanceTimersByTime(999);
  const next = openResponse();
  await inPage(next.response, async () => undefined);
  vi.advanceTimersByTime(60_000);
  expect(read()).toBe("slow");
  await next.close();
  vi.advanceTimersByTime(1_000);
  expect(read()).toBeUndefined();
});

test("a storage that runs outside of pages stays enabled", async () => {
  const inPage = createPageContexts();
  const agent = new AsyncLocalStorage<string>();
  const read = readerOf(agent, "request");
  const { response, close } = openResponse();
  await inPage(response, async () => readerOf(agent, "page"));
  await close();
  vi.advanceTimersByTime(60_000);
  expect(read()).toBe("request");
});

test("a page that fails, or whose response is closed before, counts as sent", async () => {
  const inPage = createPageContexts();
  const storage = new AsyncLocalStorage<string>();
  let read: (() => string | undefined) | undefined;
  const { response, close } = openResponse();
  await close();
  const rendering = inPage(response, async () => {
    read = readerOf(storage, "page");
    throw new Error("no page");
  });
  await expect(rendering).rejects.toThrow("no page");
  await Promise.resolve();
  vi.advanceTimersByTime(1_000);
  expect(read?.()).toBeUndefined();
});
