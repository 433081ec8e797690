import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type Environment, environment, programVariables } from "@/lib/env";
import { resources } from "@/lib/resources/index";
import { ownAddress } from "@/lib/server/own-address";
import { StartupError } from "@/lib/startup-error";
import { openReadable } from "@/lib/store/backup/readable-database";
import { takeBackup } from "@/lib/store/backup/take-backup";
import type { LastBackup } from "@/lib/store/port/last-backup";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import { isPostgresUrl } from "@/lib/store/postgres/connection/address";
import { noteBackupIn } from "@/lib/store/postgres/dump/note-backup";
import { takeDump } from "@/lib/store/postgres/dump/take-dump";
import { noteBackup } from "@/lib/store/sqlite/file/last-backup";
import { copyFileInto } from "@/lib/store/sqlite/file/readable-file";
import manifest from "@/package.json";
import { interruption, printLine, readArguments, runCommand } from "./command";

runCommand(backup);

/** Writes a backup of the database in DATABASE_URL into a folder, while a server uses it. */
async function backup(): Promise<boolean> {
  const { first: folder } = readArguments("npm run backup -- <folder>", []);
  const way = wayOf(environment());
  const at = new Date();
  const taken = await takeBackup({
    ...{ folder, at, version: manifest.version, ending: way.ending, copy: way.copy },
    ...{ resources: resources.values(), onSourceFault: way.onSourceFault },
    signal: interruption(),
  });
  const { tables, file } = taken.manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  await way.note({ at: at.toISOString(), bytes: file.bytes });
  printLine(`Backed up ${rows.toLocaleString("en")} rows in ${tables.length} tables:`);
  printLine(`  ${taken.path} (${file.bytes.toLocaleString("en")} bytes)`);
  printLine(`  ${taken.path}.json`);
  printLine("It holds password hashes and the session secret: keep it as safe as the database.");
  return true;
}

/** The backup method of a kind of database. */
interface Way {
  readonly ending: ".db" | ".dump";
  readonly copy: (into: string) => Promise<ReadableDatabase>;
  readonly onSourceFault?: (fault: string) => void;
  /** Records the backup for the server. */
  readonly note: (taken: LastBackup) => Promise<void>;
}

function wayOf(settings: Environment): Way {
  const { databaseUrl: url } = settings;
  if (isPostgresUrl(url)) {
    return {
      ending: ".dump",
      copy: (into) => takeDump(url, into, programVariables()),
      onSourceFault: (fault) =>
        printLine(`Warning: ${fault}. The backup is kept. Check the disk of the server.`),
      note: (taken) => noteBackupIn(url, taken),
    };
  }
  const ofFile = (write: (into: string) => Promise<void>) => async (into: string) => {
    await write(into);
    return await openReadable(`file:${into}`);
  };
  if (url === "memory:") {
    const copy = ofFile((into) => download(settings, into));
    return { ending: ".db", copy, note: async () => undefined };
  }
  const path = url.slice("file:".length);
  return {
    ending: ".db",
    copy: ofFile(async (into) => copyFileInto(path, into)),
    note: async (taken) => noteBackup(path, taken),
  };
}

/** Downloads a memory database from its server, which gives it to deployment owners only. */
async function download({ host, port, adminApiKey }: Environment, into: string): Promise<void> {
  if (adminApiKey === undefined) {
    throw new StartupError(
      "The database is in memory, so its server must be asked: set ADMIN_API_KEY to a key of the whole deployment, and HOST and PORT as the server has them. For a file, set DATABASE_URL.",
    );
  }
  const where = ownAddress({ host, port });
  const reply = await fetch(`${where}/api/snapshot`, { headers: { ApiKey: adminApiKey } }).catch(
    () => {
      throw new StartupError(`No server answers at ${where}: set HOST and PORT as it has them.`);
    },
  );
  if (!reply.ok || !reply.body) {
    throw new StartupError(
      `The server at ${where} refused (${reply.status}): ADMIN_API_KEY must be a key of an owner of the whole deployment.`,
    );
  }
  await pipeline(reply.body, createWriteStream(into, { flags: "r+" }));
}
