import { existsSync } from "node:fs";
import { resources } from "@/lib/resources/index";
import { StartupError } from "@/lib/startup-error";
import { checkContents, checkFile, type Line } from "@/lib/store/backup/check-backup";
import { readManifest } from "@/lib/store/backup/manifest";
import { openReadable } from "@/lib/store/backup/readable";
import { refusePostgres } from "@/lib/store/backup/refuse-postgres";
import { readArguments, runCommand, say } from "./command";

runCommand(verify);

/**
 * For the operator: looks whether a backup is what its manifest says, or whether a database agrees with itself and, with
 * `--against`, with the manifest of a backup.
 */
async function verify(): Promise<boolean> {
  const usage = "npm run verify -- <backup | file:<path>> [--against <manifest>.json]";
  const { first, options } = readArguments(usage, ["against"]);
  const isBackup = !first.startsWith("file:");
  const { against } = options;
  refusePostgres(first, against);
  if (against !== undefined && !existsSync(against)) {
    throw new StartupError(`There is no manifest at ${against}.`);
  }
  const manifest = isBackup || against !== undefined ? readManifest(first, against) : undefined;
  const readable = await openReadable(isBackup ? `file:${first}` : first);
  try {
    const file = isBackup && manifest ? [await checkFile(first, manifest)] : [];
    const lines = [...file, ...(await checkContents(readable, manifest, [...resources.values()]))];
    say(tableOf(lines));
    const wrong = lines.filter(({ isRight }) => !isRight).length;
    if (!manifest) say("\nThere is no manifest, so contents were counted, not compared.");
    say(
      wrong === 0 ? "\nEverything is as it should be." : `\n${wrong} of ${lines.length} are WRONG.`,
    );
    return wrong === 0;
  } finally {
    await readable.close();
  }
}

function tableOf(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(({ what }) => what.length));
  return lines
    .map(
      ({ what, found, isRight }) =>
        `${isRight ? "ok   " : "WRONG"}  ${what.padEnd(width)}  ${found}`,
    )
    .join("\n");
}
