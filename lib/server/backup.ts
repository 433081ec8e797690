import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type Environment, environment } from "@/lib/env";
import { resources } from "@/lib/resources/index";
import { StartupError } from "@/lib/startup-error";
import { refusePostgres } from "@/lib/store/backup/refuse-postgres";
import { takeBackup } from "@/lib/store/backup/take-backup";
import { noteBackup } from "@/lib/store/sqlite/last-backup";
import { copyFileInto } from "@/lib/store/sqlite/readable-file";
import manifest from "@/package.json";
import { readArguments, runCommand, say } from "./command";

runCommand(backup);

/** For the operator: writes a backup of the database that DATABASE_URL names into a folder, while a server serves it. */
async function backup(): Promise<boolean> {
  const { first: folder } = readArguments("npm run backup -- <folder>", []);
  const settings = environment();
  refusePostgres(folder, settings.databaseUrl);
  const at = new Date();
  const taken = await takeBackup({
    ...{ folder, at, version: manifest.version },
    resources: resources.values(),
    copy: (into) => copyOf(settings, into),
  });
  const { tables, file } = taken.manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  if (settings.databaseUrl.startsWith("file:")) noteBackup(pathOf(settings), at, file.bytes);
  say(`Backed up ${rows.toLocaleString("en")} rows in ${tables.length} tables:`);
  say(`  ${taken.path} (${file.bytes.toLocaleString("en")} bytes)`);
  say(`  ${taken.path}.json`);
  say("It holds password hashes and the session secret: keep it as safe as the database.");
  return true;
}

function pathOf({ databaseUrl }: Environment): string {
  return databaseUrl.slice("file:".length);
}

async function copyOf(settings: Environment, into: string): Promise<void> {
  if (settings.databaseUrl === "memory:") await download(settings, into);
  else copyFileInto(pathOf(settings), into);
}

/** A database in memory is known to its server alone, which gives it to an owner of the deployment. */
async function download({ host, port, adminApiKey }: Environment, into: string): Promise<void> {
  if (adminApiKey === undefined) {
    throw new StartupError(
      "The database is in memory, so its server must be asked: set ADMIN_API_KEY to a key of the whole deployment, and HOST and PORT as the server has them. For a file, set DATABASE_URL.",
    );
  }
  const where = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
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
