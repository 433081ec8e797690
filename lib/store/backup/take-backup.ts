import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Resource } from "@/lib/schema/resource";
import { StartupError } from "@/lib/startup-error";
import { flush } from "@/lib/store/sqlite/readable-file";
import { contentsOf, shapesOf } from "./contents";
import { fileFacts, type Manifest, manifestPath } from "./manifest";
import { openReadable } from "./readable";

/** A backup that is on the disk. */
export interface Taken {
  readonly path: string;
  readonly manifest: Manifest;
}

export interface BackupAsk {
  readonly folder: string;
  readonly version: string;
  readonly at: Date;
  readonly resources: Iterable<Resource>;
  /** Writes the database into a file that is there, empty, and readable by nobody else. */
  readonly copy: (into: string) => Promise<void>;
}

/**
 * Writes a backup and its manifest into a folder (made when missing, for this account alone). Both carry their names only
 * once they are complete and on the disk; what was left half done is removed. Throws a `StartupError` when a file of
 * that name is there or the folder cannot be written.
 */
export async function takeBackup(ask: BackupAsk): Promise<Taken> {
  const folder = resolve(ask.folder);
  const path = join(folder, `tocsin-${stamp(ask.at)}.db`);
  const unfinished = join(folder, `.unfinished-${randomUUID()}`);
  prepare(folder, path);
  try {
    writeFileSync(unfinished, "", { mode: 0o600, flag: "wx" });
    await ask.copy(unfinished);
    flush(unfinished);
    const manifest = await manifestOf(ask, unfinished, path);
    writeFileSync(manifestPath(unfinished), `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: 0o600,
      flag: "wx",
    });
    flush(manifestPath(unfinished));
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

async function manifestOf(ask: BackupAsk, file: string, path: string): Promise<Manifest> {
  const readable = await openReadable(`file:${file}`);
  try {
    const faults = await readable.faults();
    if (faults.length > 0) {
      throw new StartupError(`The copy is damaged (${faults[0]}): check the disk, then try again.`);
    }
    const tables: Manifest["tables"] = [];
    for (const shape of await shapesOf(readable, ask.resources)) {
      tables.push({ ...(await contentsOf(readable, shape)), columns: { ...shape.columns } });
    }
    const name = path.slice(path.lastIndexOf("/") + 1);
    return {
      format: "tocsin-backup-1",
      version: ask.version,
      engine: readable.engine,
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

/** `20261121T142400Z`: sorts by time and is a name everywhere. */
function stamp(at: Date): string {
  return at.toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "");
}
