import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { markStale, readAfterChange, readAfterWrite } from "./read-again";

const queryKey = ["records"];

/** Reads that end when they are told to. Each returns the number of changes at its beginning. */
function slowReads() {
  const client = new QueryClient();
  const ends: (() => void)[] = [];
  const server = { changes: 0 };
  const options = {
    queryKey,
    queryFn: () => {
      const { changes } = server;
      return new Promise<number>((resolve) => ends.push(() => resolve(changes)));
    },
  };
  const endNext = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const shown = () => client.getQueryData(queryKey);
  return { client, ends, server, options, endNext, shown };
}

function show({ client, options }: ReturnType<typeof slowReads>): () => void {
  return new QueryObserver(client, options).subscribe(() => undefined);
}

describe("after a write", () => {
  test("a pending first read is replaced", async () => {
    const reads = slowReads();
    const hide = show(reads);
    reads.server.changes = 1;
    void readAfterWrite(reads.client, { queryKey });
    await reads.endNext();
    expect(reads.shown()).toBeUndefined();
    await reads.endNext();
    expect([reads.shown(), reads.ends]).toEqual([1, []]);
    hide();
  });

  test("a pending refetch is replaced", async () => {
    const reads = slowReads();
    const hide = show(reads);
    await reads.endNext();
    void reads.client.refetchQueries({ queryKey });
    reads.server.changes = 1;
    void readAfterWrite(reads.client, { queryKey });
    await reads.endNext();
    await reads.endNext();
    expect([reads.shown(), reads.ends]).toEqual([1, []]);
    hide();
  });

  test("a prefetch ends, and its answer is stale", async () => {
    const reads = slowReads();
    void reads.client.prefetchQuery(reads.options);
    reads.server.changes = 1;
    void readAfterWrite(reads.client, { queryKey });
    await reads.endNext();
    expect(reads.shown()).toBe(0);
    expect(reads.client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    expect(reads.ends).toEqual([]);
  });
});

describe("after a change by others", () => {
  const none = () => false;

  test("one more read follows a pending one, and none of them is cancelled", async () => {
    const reads = slowReads();
    const hide = show(reads);
    for (let change = 1; change <= 3; change += 1) {
      reads.server.changes = change;
      readAfterChange(reads.client, { queryKey }, none);
    }
    expect(reads.ends).toHaveLength(1);
    await reads.endNext();
    expect(reads.shown()).toBe(0);
    reads.server.changes = 4;
    readAfterChange(reads.client, { queryKey }, none);
    await reads.endNext();
    expect(reads.shown()).toBe(3);
    await reads.endNext();
    expect([reads.shown(), reads.ends]).toEqual([4, []]);
    hide();
  });

  test("a query that is not read at that time is read once", async () => {
    const reads = slowReads();
    const hide = show(reads);
    await reads.endNext();
    reads.server.changes = 1;
    readAfterChange(reads.client, { queryKey }, none);
    await reads.endNext();
    expect([reads.shown(), reads.ends]).toEqual([1, []]);
    hide();
  });

  test("an excluded query is not read again", async () => {
    const reads = slowReads();
    const hide = show(reads);
    readAfterChange(reads.client, { queryKey }, () => true);
    await reads.endNext();
    expect(reads.ends).toEqual([]);
    hide();
  });

  test("a read that was cancelled on purpose is not repeated", async () => {
    const reads = slowReads();
    const hide = show(reads);
    readAfterChange(reads.client, { queryKey }, none);
    await reads.client.cancelQueries({ queryKey });
    await reads.endNext();
    expect(reads.ends).toEqual([]);
    hide();
  });
});

test("a query that is marked as stale while it is read is read once more", async () => {
  const reads = slowReads();
  const hide = show(reads);
  reads.server.changes = 1;
  markStale(reads.client, { queryKey });
  await reads.endNext();
  await reads.endNext();
  expect([reads.shown(), reads.ends]).toEqual([1, []]);
  markStale(reads.client, { queryKey });
  await reads.endNext();
  expect(reads.ends).toEqual([]);
  hide();
});
