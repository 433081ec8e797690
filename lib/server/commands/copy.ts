import { copySource, environment } from "@/lib/env";
import { resources } from "@/lib/resources/index";
import { copyDeployment } from "@/lib/store/backup/copy-deployment";
import { databaseName } from "@/lib/store/database-name";
import { type Database, openDatabase, openStore } from "@/lib/store/open-store";
import { isPostgresUrl } from "@/lib/store/postgres/connection/address";
import { printLine, readOptions, requireThere, runCommand, UsageError } from "./command";

const usage =
  "Say from where to where, and one of the two in DATABASE_URL, so that no other account sees its password: DATABASE_URL=postgres://tocsin:secret@127.0.0.1:5432/tocsin npm run copy -- --from file:./tocsin.db. If both are PostgreSQL, name the first in COPY_FROM: COPY_FROM=postgres://… DATABASE_URL=postgres://… npm run copy";

const namedTwice =
  "COPY_FROM is set, so the copy goes from it to DATABASE_URL. Leave --from and --to out, or unset COPY_FROM.";

runCommand(copy);

/**
 * Copies a whole deployment into an empty database, while no server uses either. The database that is
 * not named by an option is the one in `DATABASE_URL`. `COPY_FROM` names the source in place of the
 * options.
 */
async function copy(): Promise<boolean> {
  const { from, to } = readOptions(
    "npm run copy -- --from file:./tocsin.db, or COPY_FROM=postgres://… npm run copy",
    ["from", "to"],
  );
  for (const place of [from, to]) warnOfPassword(place);
  const named = copySource();
  if (named !== undefined && (from ?? to) !== undefined) throw new UsageError(namedTwice);
  const source = from ?? named ?? environment().databaseUrl;
  const target = to ?? environment().databaseUrl;
  if (source === target || [source, target].includes("memory:")) throw new UsageError(usage);
  requireThere(source);
  const theirs = await open(source);
  try {
    const ours = await open(target);
    try {
      await copyAll(theirs, ours);
    } finally {
      await ours.store.close();
    }
  } finally {
    await theirs.store.close();
  }
  // Opening the copy again fills the search over all resources.
  await (await openStore({ url: target, resources: resources.values() })).close();
  printLine(`All is in ${databaseName(target)} now, and the same.`);
  return true;
}

function warnOfPassword(argument: string | undefined): void {
  if (argument === undefined || !isPostgresUrl(argument)) return;
  printLine(
    "Warning: every account of the machine can read the arguments, and a password in them. Use COPY_FROM and DATABASE_URL.",
  );
}

async function open(url: string): Promise<Database> {
  return await openDatabase({ url, resources: resources.values() });
}

async function copyAll(from: Database, to: Database): Promise<void> {
  for (const { name, rows, checksum, left } of await copyDeployment(from, to)) {
    const rest = left.length === 0 ? "" : `; left behind, for nothing names it: ${left.join(", ")}`;
    printLine(`${String(rows).padStart(9)}  ${checksum.slice(0, 16)}  ${name}${rest}`);
  }
}
