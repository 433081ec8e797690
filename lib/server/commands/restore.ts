import { basename, dirname, resolve } from "node:path";
import { environment, programVariables } from "@/lib/env";
import { StartupError } from "@/lib/startup-error";
import { isDump } from "@/lib/store/backup/file-kind";
import { removeLeftovers } from "@/lib/store/backup/leftovers";
import { readManifest } from "@/lib/store/backup/manifest";
import { restoreFile } from "@/lib/store/backup/restore-file";
import { type CheckResult, checkFile } from "@/lib/store/backup/verify-backup";
import { unlessAborted } from "@/lib/store/concurrency/unless-aborted";
import { databaseName } from "@/lib/store/database-name";
import { isPostgresUrl } from "@/lib/store/postgres/connection/address";
import { restoreDump } from "@/lib/store/postgres/dump/dump";
import { checkDatabase } from "./check-database";
import { interruption, printLine, readArguments, requireReadable, runCommand } from "./command";

runCommand(restore);

/** Restores a backup, or a snapshot saved from the console, to a database that must not exist. */
async function restore(): Promise<boolean> {
  const usage = "npm run restore -- <backup> [--to file:<path>]";
  const { first: backup, options } = readArguments(usage, ["to"]);
  const to = options.to ?? environment().databaseUrl;
  requireReadable(backup);
  requireFit(isDump(backup), to);
  const manifest = readManifest(backup);
  const lines: CheckResult[] = manifest ? [await checkFile(backup, manifest)] : [];
  requireRight(lines);
  const accept = async (url: string) => {
    lines.push(...(await checkDatabase(url, manifest)));
    requireRight(lines);
  };
  const signal = interruption();
  if (isPostgresUrl(to)) {
    const ask = { archive: backup, url: to, variables: programVariables(), signal };
    await restoreDump(ask, () => accept(to));
  } else {
    const place = resolve(to.slice("file:".length));
    removeLeftovers(dirname(place), `${basename(place)}.`, new Date());
    await restoreFile(backup, place, (copy) => unlessAborted(signal, accept(`file:${copy}`)));
  }
  printLine(`Restored ${backup} to ${databaseName(to)}; ${lines.length} checks passed.`);
  if (!manifest)
    printLine("It has no manifest beside it, so its contents were counted, not compared.");
  if (isPostgresUrl(to)) printLine("Start the server with the same DATABASE_URL.");
  else printLine(`Start the server with DATABASE_URL=${to}`);
  return true;
}

/** Requires that a backup is restored to the engine it was taken from. */
function requireFit(isDumped: boolean, to: string): void {
  if (isPostgresUrl(to)) {
    if (isDumped) return;
    throw new StartupError(
      "The backup is of SQLite: restore it to a file first, --to file:./restored.db, and then move that with npm run copy -- --from file:./restored.db.",
    );
  }
  if (isDumped) {
    throw new StartupError(
      "The backup is of PostgreSQL: set DATABASE_URL=postgres://… to an empty database. From there npm run copy moves it to a file.",
    );
  }
  if (to.startsWith("file:") && to !== "file:") return;
  throw new StartupError(
    "Say where to restore to: --to file:./tocsin.db, or the same as DATABASE_URL. A database in memory cannot be restored to.",
  );
}

function requireRight(lines: readonly CheckResult[]): void {
  const wrong = lines.filter(({ isRight }) => !isRight);
  if (wrong.length === 0) return;
  const words = wrong.map(({ what, found }) => `  ${what}: ${found}`).join("\n");
  throw new StartupError(`The backup is not as it should be, so nothing was restored:\n${words}`);
}
