import { existsSync } from "node:fs";
import { environment, programVariables } from "@/lib/env";
import { StartupError } from "@/lib/startup-error";
import { isDump } from "@/lib/store/backup/file-kind";
import { type Manifest, readManifest } from "@/lib/store/backup/manifest";
import { type CheckResult, checkDump, checkFile } from "@/lib/store/backup/verify-backup";
import { rowsInArchive } from "@/lib/store/postgres/dump/archive";
import { checkDatabase } from "./check-database";
import { printLine, readArguments, requireReadable, runCommand } from "./command";

runCommand(verify);

/**
 * Checks whether a backup matches its manifest, or whether a database is consistent and, with
 * `--against`, matches the manifest of a backup.
 */
async function verify(): Promise<boolean> {
  const usage =
    "npm run verify -- <backup | file:<path> | database> [--against <manifest>.json]; `database` is the one in DATABASE_URL";
  const { first, options } = readArguments(usage, ["against"]);
  const { against } = options;
  if (against !== undefined && !existsSync(against)) {
    throw new StartupError(`There is no manifest at ${against}.`);
  }
  const url = databaseIn(first);
  const manifest = url === undefined || against ? readManifest(first, against) : undefined;
  const lines =
    url === undefined ? await linesOf(first, manifest) : await checkDatabase(url, manifest);
  printLine(tableOf(lines));
  const wrong = lines.filter(({ isRight }) => !isRight).length;
  if (!manifest) printLine("\nThere is no manifest, so contents were counted, not compared.");
  printLine(
    wrong === 0 ? "\nEverything is as it should be." : `\n${wrong} of ${lines.length} are WRONG.`,
  );
  return wrong === 0;
}

/** Returns the URL of the database to check; undefined for a backup. */
function databaseIn(first: string): string | undefined {
  if (first === "database") return environment().databaseUrl;
  return first.startsWith("file:") ? first : undefined;
}

async function linesOf(backup: string, manifest: Manifest | undefined): Promise<CheckResult[]> {
  requireReadable(backup);
  const isArchive = isDump(backup);
  const file = manifest ? [await checkFile(backup, manifest)] : [];
  if (!isArchive) return [...file, ...(await checkDatabase(`file:${backup}`, manifest))];
  return [...file, ...checkDump(await rowsInArchive(backup, programVariables()), manifest)];
}

function tableOf(lines: readonly CheckResult[]): string {
  const width = Math.max(...lines.map(({ what }) => what.length));
  return lines
    .map(
      ({ what, found, isRight }) =>
        `${isRight ? "ok   " : "WRONG"}  ${what.padEnd(width)}  ${found}`,
    )
    .join("\n");
}
