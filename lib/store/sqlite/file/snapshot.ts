import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AppError, isAppError } from "@/lib/errors";
import { chunksFrom } from "@/lib/store/concurrency/chunks";
import type { SqliteConnection } from "@/lib/store/sqlite/connection/connection";
import { translated } from "@/lib/store/sqlite/connection/errors";
import { copyAside } from "./copy-process";

const pieceBytes = 262_144;
const mark = ".snapshot-";

/** Returns the current in-memory database as a file: copied once, without touching the disk. */
export function snapshotOfMemory({ raw }: SqliteConnection): AsyncIterable<Uint8Array> {
  return pieces(raw.serialize());
}

/**
 * Returns the current state of a database file as a separate file: a compact copy beside it that is
 * removed afterwards in any case. `signal` ends the copying. Throws `unavailable` when it cannot be
 * made.
 */
export async function snapshotOfFile(
  path: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const copy = `${path}${mark}${randomUUID()}`;
  try {
    // Readable by this account only before it has any content.
    await (await open(copy, "wx", 0o600)).close();
    await copyAside(path, copy, signal);
    return piecesOf(await open(copy));
  } catch (error) {
    throw unavailable(error);
  } finally {
    // An open file without a name can be read to its end, and does not outlive the process.
    for (const end of ["", "-journal"]) await rm(copy + end, { force: true });
  }
}

/** Removes copies of killed processes; call it while no other process has the file open. */
export function removeLeftCopies(path: string): void {
  const own = `${basename(path)}${mark}`;
  for (const name of readdirSync(dirname(path))) {
    const isLeft = name.startsWith(own) && copyId.test(name.slice(own.length));
    if (isLeft) rmSync(join(dirname(path), name), { force: true });
  }
}

/** A random UUID, and the suffixes of files that SQLite may put beside the copy. */
const copyId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-journal|-wal|-shm)?$/;

async function* pieces(whole: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < whole.length; from += pieceBytes) {
    yield whole.subarray(from, from + pieceBytes);
  }
}

function piecesOf(file: FileHandle): AsyncIterable<Uint8Array> {
  return chunksFrom(
    async () => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes);
      return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead);
    },
    () => file.close(),
  );
}

function unavailable(cause: unknown): unknown {
  const known = translated(cause);
  const told = isAppError(known)
    ? known
    : new AppError("unavailable", "The copy to download could not be made.", {
        retryAfterSeconds: 5,
      });
  return Object.assign(told, { cause });
}
