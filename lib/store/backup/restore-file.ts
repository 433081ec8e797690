import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { StartupError, systemFault } from "@/lib/startup-error";
import { lockBeside } from "@/lib/store/sqlite/file/file-lock";
import { flush } from "@/lib/store/sqlite/file/readable-file";

/**
 * Copies the file of a backup to the path of a database, readable by this account only. `accept`
 * checks the copy before it gets its final name; when it throws, the copy is removed. Throws a
 * `StartupError` when a file exists at the path.
 */
export async function restoreFile(
  backup: string,
  to: string,
  accept: (copy: string) => Promise<void>,
): Promise<void> {
  const place = resolve(to);
  requireEmpty(place);
  try {
    await putFile(backup, place, accept);
  } catch (error) {
    const why = systemFault(error);
    if (why === undefined) throw error;
    throw new StartupError(`The backup cannot be put at ${place}: ${why}. Nothing was restored.`);
  }
}

async function putFile(
  backup: string,
  place: string,
  accept: (copy: string) => Promise<void>,
): Promise<void> {
  mkdirSync(dirname(place), { recursive: true });
  accessSync(dirname(place), constants.W_OK);
  const hadLock = existsSync(`${place}.lock`);
  const release = lockBeside(place);
  const unfinished = `${place}.unfinished-${randomUUID()}`;
  try {
    copyFileSync(backup, unfinished, constants.COPYFILE_EXCL);
    chmodSync(unfinished, 0o600);
    await accept(unfinished);
    flush(unfinished);
    requireEmpty(place);
    renameSync(unfinished, place);
    flush(dirname(place));
  } finally {
    for (const end of ["", "-journal", "-wal", "-shm"])
      rmSync(`${unfinished}${end}`, { force: true });
    // The restoring account may differ from the serving one, so the server creates its own lock.
    if (!hadLock) rmSync(`${place}.lock`, { force: true });
    release();
  }
}

function requireEmpty(place: string): void {
  const taken = ["", "-wal", "-journal"].map((end) => place + end).find((one) => existsSync(one));
  if (taken === undefined) return;
  throw new StartupError(
    `${taken} is there already: a backup is only restored to where nothing is. Name another place, or move that file away.`,
  );
}
