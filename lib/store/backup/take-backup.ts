import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Resource } from "@/lib/schema/resource";
import { StartupError, systemFault } from "@/lib/startup-error";
import { unlessAborted } from "@/lib/store/concurrency/unless-aborted";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { flush } from "@/lib/store/sqlite/file/readable-file";
import { contentSum } from "./content-sum";
import { contentTables } from "./deployment-tables";
import { removeLeftovers } from "./leftovers";
import { fileFacts, type Manifest, manifestPath } from "./manifest";

/** A complete backup on disk. */
export interface FinishedBackup {
  readonly path: string;
  readonly manifest: Manifest;
}

export interface BackupOptions {
  readonly folder: string;
  readonly version: string;
  readonly at: Date;
  readonly resources: Iterable<Resource>;
  /** File extension, by the kind of file. */
  readonly ending: ".db" | ".dump";
  /**
   * Writes the database into an existing empty file that no other account can read. Returns a
   * reader of the same state, which serves to build the manifest and is closed afterwards.
   */
  readonly copy: (into: string) => Promise<ReadableDatabase>;
  /**
   * Called for each fault that the reader reports, where it reads the source and not the copy: the copy is
   * complete, and may be needed soon. Absent: a fault refuses the backup.
   */
  readonly onSourceFault?: ((fault: string) => void) | undefined;
  /** Aborts the backup with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Writes a backup and its manifest into a folder, created when missing, for this account only. Both
 * get their final names when they are complete and flushed to disk. Unfinished files, also those of
 * killed commands, are removed. Throws a `StartupError` when a file of that name exists or the
 * folder is not writable.
 */
export async function takeBackup(ask: BackupOptions): Promise<FinishedBackup> {
  const folder = resolve(ask.folder);
  try {
    return await backupIn(folder, ask);
  } catch (error) {
    const why = systemFault(error);
    if (why === undefined) throw error;
    throw new StartupError(`The backup cannot be written to ${folder}: ${why}.`, { cause: error });
  }
}

async function backupIn(folder: string, ask: BackupOptions): Promise<FinishedBackup> {
  const path = join(folder, `tocsin-${stamp(ask.at)}${ask.ending}`);
  const unfinished = join(folder, `.unfinished-${randomUUID()}`);
  prepare(folder, path);
  removeLeftovers(folder, ".", ask.at);
  try {
    const manifest = await unlessAborted(ask.signal, written(ask, unfinished, path));
    renameSync(manifestPath(unfinished), manifestPath(path));
    renameSync(unfinished, path);
    flush(folder);
    return { path, manifest };
  } finally {
    for (const end of ["", "-journal", "-wal", "-shm", ".json"]) {
      rmSync(`${unfinished}${end}`, { force: true });
    }
  }
}

/** Writes the backup and its manifest under their unfinished names. */
async function written(ask: BackupOptions, unfinished: string, path: string): Promise<Manifest> {
  writeFileSync(unfinished, "", { mode: 0o600, flag: "wx" });
  const readable = await ask.copy(unfinished);
  flush(unfinished);
  const manifest = await manifestOf(ask, readable, unfinished, path);
  writeFileSync(manifestPath(unfinished), `${JSON.stringify(manifest, null, 1)}\n`, {
    mode: 0o600,
    flag: "wx",
  });
  flush(manifestPath(unfinished));
  return manifest;
}

async function manifestOf(
  ask: BackupOptions,
  readable: ReadableDatabase,
  file: string,
  path: string,
): Promise<Manifest> {
  try {
    for (const fault of await readable.faults()) {
      if (!ask.onSourceFault) {
        throw new StartupError(`The copy is damaged (${fault}): check the disk, then try again.`);
      }
      ask.onSourceFault(fault);
    }
    const tables: Manifest["tables"] = [];
    for (const table of await contentTables(readable, ask.resources)) {
      const { rows, checksum } = await contentSum(readable, table);
      tables.push({ name: table.name, columns: { ...table.columns }, rows, checksum });
    }
    const name = path.slice(path.lastIndexOf("/") + 1);
    return {
      format: "tocsin-backup-1",
      version: ask.version,
      engine: readable.dialect.name,
      engineVersion: readable.version,
      at: ask.at.toISOString(),
      file: { name, ...(await fileFacts(file)) },
      tables,
    };
  } finally {
    await readable.close();
  }
}

function prepare(folder: string, path: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    throw new StartupError(`The folder ${folder} cannot be made: choose another.`);
  }
  if (!statSync(folder).isDirectory()) throw new StartupError(`${folder} is no folder.`);
  for (const one of [path, manifestPath(path)]) {
    if (existsSync(one)) throw new StartupError(`${one} is there already: nothing was written.`);
  }
}

/**
 * Returns a stamp such as `20261121T142400Z`, which sorts by time and is valid in every file
 * system.
 */
function stamp(at: Date): string {
  return at.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");
}
