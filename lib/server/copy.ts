import { parseArgs } from "node:util";
import { prepareAccounts } from "@/lib/auth/accounts";
import { environment } from "@/lib/env";
import { resources } from "@/lib/resources/index";
import { StartupError } from "@/lib/startup-error";
import { copyDeployment } from "@/lib/store/copy";
import { databaseName } from "@/lib/store/database-name";
import { type Database, openDatabase, openStore } from "@/lib/store/open-store";

const usage =
  "Say from where to where, and one of the two in DATABASE_URL, so that no other account sees its password: DATABASE_URL=postgres://tocsin:secret@127.0.0.1:5432/tocsin npm run copy -- --from file:./tocsin.db";

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);

/**
 * For the operator, while no server uses either database: copies a whole deployment into an empty one. Which of the two
 * is not named is the one in `DATABASE_URL`.
 */
async function run(): Promise<void> {
  const options = { from: { type: "string" }, to: { type: "string" } } as const;
  const { from, to } = parseArgs({ options }).values;
  const source = from ?? environment().databaseUrl;
  const target = to ?? environment().databaseUrl;
  if (source === target || [source, target].includes("memory:")) throw new StartupError(usage);
  const theirs = await open(source);
  try {
    const ours = await open(target);
    try {
      await copy(theirs, ours);
    } finally {
      await ours.store.close();
    }
  } finally {
    await theirs.store.close();
  }
  // Opening it once more fills the search over all resources.
  await (await openStore({ url: target, resources: resources.values() })).close();
  process.stdout.write(`All is in ${databaseName(target)} now, and the same.\n`);
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ url, resources: resources.values() });
  await prepareAccounts(database.store);
  return database;
}

async function copy(from: Database, to: Database): Promise<void> {
  for (const { name, rows, checksum, left } of await copyDeployment(from, to)) {
    const rest = left.length === 0 ? "" : `; left behind, for nothing names it: ${left.join(", ")}`;
    process.stdout.write(`${String(rows).padStart(9)}  ${checksum.slice(0, 16)}  ${name}${rest}\n`);
  }
}
