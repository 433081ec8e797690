import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { SqliteFiles } from "./open";

const pieceBytes = 262_144;

/**
 * The database as a file of its own, as it is now. In memory it is copied once, and nothing touches the disk; a file
 * gets a tidy copy beside it that is removed when it was read, or was not.
 */
export async function snapshotOf({ writer }: SqliteFiles): Promise<AsyncIterable<Uint8Array>> {
  const { raw } = writer;
  if (raw.memory) return pieces(raw.serialize());
  const copy = `${raw.name}.snapshot-${randomUUID()}`;
  raw.prepare("vacuum into ?").run(copy);
  return readOnce(copy);
}

async function* pieces(whole: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < whole.length; from += pieceBytes) {
    yield whole.subarray(from, from + pieceBytes);
  }
}

/** The file is opened and unlinked at once, so that nothing of it outlives the process. */
async function readOnce(path: string): Promise<AsyncIterable<Uint8Array>> {
  const stream = createReadStream(path, { highWaterMark: pieceBytes });
  await new Promise((resolve, reject) => {
    stream.once("open", resolve);
    stream.once("error", reject);
  });
  await rm(path);
  return stream;
}
