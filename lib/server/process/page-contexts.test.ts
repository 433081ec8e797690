import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageContexts } from "./page-contexts";

const { run, enterWith } = AsyncLocalStorage.prototype;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(AsyncLocalStorage.prototype, { run, enterWith });
});

/** A response of a connection, which both are closed by hand. */
function openResponse() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  const response = Object.assign(new EventEmitter(), { closed: false, req: { socket } });
  const close = async () => {
    response.closed = true;
    response.emit("close");
    await settled();
  };
  const disconnect = async () => {
    socket.destroyed = true;
    socket.emit("close");
    await settled();
  };
  return { response: response as unknown as ServerResponse, socket, close, disconnect };
}

/** Lets all promises settle. */
const settled = () => new Promise(setImmediate);

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

test("a storage that runs outside of pages first stays enabled", async () => {
  const inPage = createPageContexts();
  const [runs, enters] = [new AsyncLocalStorage<string>(), new AsyncLocalStorage<string>()];
  const read = readerOf(runs, "request");
  const readEntered = new AsyncResource("request").runInAsyncScope(() => {
    enters.enterWith("request");
    return AsyncResource.bind(() => enters.getStore());
  });
  const { response, close } = openResponse();
  await inPage(response, async () => [readerOf(runs, "page"), readerOf(enters, "page")]);
  await close();
  vi.advanceTimersByTime(60_000);
  expect([read(), readEntered()]).toEqual(["request", "request"]);
});

test("a storage that runs for another request during a page stays enabled", async () => {
  const inPage = createPageContexts();
  const agent = new AsyncLocalStorage<string>();
  const { response, close } = openResponse();
  const next = openResponse();
  await inPage(response, async () => undefined);
  const read = readerOf(agent, "request");
  await inPage(next.response, async () => readerOf(agent, "page"));
  await close();
  await next.close();
  vi.advanceTimersByTime(60_000);
  expect(read()).toBe("request");
});

test("late work of a page is disabled once more, and stays known as a page's", async () => {
  const inPage = createPageContexts();
  const storage = new AsyncLocalStorage<string>();
  const { response, close } = openResponse();
  await inPage(response, async () => readerOf(storage, "page"));
  await close();
  vi.advanceTimersByTime(1_000);
  const read = readerOf(storage, "late");
  expect(read()).toBe("late");
  vi.advanceTimersByTime(1_000);
  expect(read()).toBeUndefined();
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
  await settled();
  vi.advanceTimersByTime(1_000);
  expect(read?.()).toBeUndefined();
});

test("a page whose connection is closed ends after half a minute, whether it is rendered or not", async () => {
  const inPage = createPageContexts();
  const storage = new AsyncLocalStorage<string>();
  let read: (() => string | undefined) | undefined;
  const { response, socket, disconnect } = openResponse();
  void inPage(response, () => {
    read = readerOf(storage, "page");
    return new Promise(() => undefined);
  });
  await settled();
  await disconnect();
  vi.advanceTimersByTime(29_999);
  await settled();
  expect(read?.()).toBe("page");
  vi.advanceTimersByTime(1);
  await settled();
  vi.advanceTimersByTime(1_000);
  expect(read?.()).toBeUndefined();
  expect(socket.listenerCount("close")).toBe(0);
});

test("a queued page of a connection that is closed ends", async () => {
  const inPage = createPageContexts();
  const storage = new AsyncLocalStorage<string>();
  const reads: (() => string | undefined)[] = [];
  const server = createServer((_, response) => {
    void inPage(response, async () => reads.push(readerOf(storage, "page")));
  });
  const isClosed = new Promise<void>((resolve) => {
    server.once("connection", (socket) => socket.once("close", () => resolve()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const one = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  client.write(one + one);
  await vi.waitUntil(() => reads.length === 2);
  client.destroy();
  await isClosed;
  await settled();
  server.close();
  vi.advanceTimersByTime(1_000);
  expect(reads.map((read) => read())).toEqual([undefined, undefined]);
});
