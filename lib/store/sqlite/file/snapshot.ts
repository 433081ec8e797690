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

/** A database in memory as a file of its own, as it is now: copied once, and nothing touches the disk. */
export function snapshotOfMemory({ raw }: SqliteConnection): AsyncIterable<Uint8Array> {
  return pieces(raw.serialize());
}

/**
 * A database file as another of its own, as it is now: a tidy copy beside it that is removed when it was read, or was
 * not. `signal` ends the copying. Throws `unavailable` when it cannot be made.
 */
export async function snapshotOfFile(
  path: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const copy = `${path}${mark}${randomUUID()}`;
  try {
    // For this account alone before anything is in it.
    await (await open(copy, "wx", 0o600)).close();
    await copyAside(path, copy, signal);
    return piecesOf(await open(copy));
  } catch (error) {
    throw unavailable(error);
  } finally {
    // An open file can be read to its end without a name, and nothing of it outlives the process.
    for (const end of ["", "-journal"]) await rm(copy + end, { force: true });
  }
}

/** Removes the copies that processes left which were killed while they made one; call it when no other has the file. */
export function removeLeftCopies(path: string): void {
  const own = `${basename(path)}${mark}`;
  for (const name of readdirSync(dirname(path))) {
    const isLeft = name.startsWith(own) && copyId.test(name.slice(own.length));
    if (isLeft) rmSync(join(dirname(path), name), { force: true });
  }
}

/** A random UUID, and what SQLite may put beside the copy. */
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
