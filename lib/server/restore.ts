import { existsSync } from "node:fs";
import { environment } from "@/lib/env";
import { resources } from "@/lib/resources/index";
import { StartupError } from "@/lib/startup-error";
import { checkContents, checkFile, type Line } from "@/lib/store/backup/check-backup";
import { readManifest } from "@/lib/store/backup/manifest";
import { openReadable } from "@/lib/store/backup/readable";
import { refusePostgres } from "@/lib/store/backup/refuse-postgres";
import { restoreFile } from "@/lib/store/backup/restore-file";
import { readArguments, runCommand, say } from "./command";

runCommand(restore);

/** For the operator: puts a backup, or a snapshot saved from the console, to where no database is yet. */
async function restore(): Promise<boolean> {
  const usage = "npm run restore -- <backup> [--to file:<path>]";
  const { first: backup, options } = readArguments(usage, ["to"]);
  const to = options.to ?? environment().databaseUrl;
  refusePostgres(backup, to);
  if (!to.startsWith("file:") || to === "file:") {
    throw new StartupError(
      "Say where to restore to: --to file:./tocsin.db, or the same as DATABASE_URL. A database in memory cannot be restored to.",
    );
  }
  if (!existsSync(backup)) throw new StartupError(`There is no backup at ${backup}.`);
  const manifest = readManifest(backup);
  const lines: Line[] = manifest ? [await checkFile(backup, manifest)] : [];
  await restoreFile(backup, to.slice("file:".length), async (copy) => {
    const readable = await openReadable(`file:${copy}`);
    try {
      lines.push(...(await checkContents(readable, manifest, [...resources.values()])));
    } finally {
      await readable.close();
    }
    const wrong = lines.filter(({ isRight }) => !isRight);
    if (wrong.length === 0) return;
    const words = wrong.map(({ what, found }) => `  ${what}: ${found}`).join("\n");
    throw new StartupError(`The backup is not as it should be, so nothing was restored:\n${words}`);
  });
  say(`Restored ${backup} to ${to.slice("file:".length)}; ${lines.length} checks passed.`);
  if (!manifest) say("It has no manifest beside it, so its contents were counted, not compared.");
  say(`Start the server with DATABASE_URL=${to}`);
  return true;
}
