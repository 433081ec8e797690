import { setTimeout as pause } from "node:timers/promises";
import type { Store, Writer } from "@/lib/store/port/store";
import type { Change } from "./change";
import { follow } from "./feed";
import { movePosition, positionOf } from "./position";

/** A consumer of all changes. Its position is kept under its name. */
export interface Consumer {
  readonly name: string;
  /**
   * Takes committed changes in order, in the transaction that moves the position. Each change has
   * its effect on the database once. The call may be repeated after a failure, so an effect outside
   * the database belongs in a job that is added here.
   */
  readonly take: (writer: Writer, changes: readonly Change[]) => Promise<void>;
}

/** Time in milliseconds between a failure and the next attempt. */
const retryMs = 5_000;

/**
 * Runs a consumer from its kept position, at first from the beginning of the log. Several processes
 * may run the same one. After a failure, which `report` receives, the same changes are taken again.
 * Returns a function that ends it and resolves when nothing is in progress.
 */
export function startConsumer(
  store: Store,
  consumer: Consumer,
  report: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const run = async () => {
    while (!signal.aborted) {
      try {
        await consume(store, consumer, signal);
      } catch (error) {
        report(error);
        await pause(retryMs, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
  };
  const running = run();
  return async () => {
    ending.abort();
    await running;
  };
}

/** Resolves when another process has moved the position, and at the end. */
async function consume(store: Store, { name, take }: Consumer, signal: AbortSignal): Promise<void> {
  let position = await positionOf(store.reader, name);
  for await (const changes of follow(store, position, { signal })) {
    const last = changes.at(-1)?.sequence ?? position;
    const isTaken = await store.write(async (writer) => {
      if ((await positionOf(writer, name)) !== position) return false;
      await take(writer, changes);
      await movePosition(writer, name, last);
      return true;
    });
    if (!isTaken) return;
    position = last;
  }
}
