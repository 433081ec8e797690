import { environment } from "@/lib/env";
import { resetOwner } from "@/lib/operations/people/passwords/reset-owner";
import { resources } from "@/lib/resources/index";
import { ownAddress } from "@/lib/server/own-address";
import { StartupError } from "@/lib/startup-error";
import { openStore } from "@/lib/store/open-store";
import { printLine, readOptions, requireThere, runCommand } from "./command";

runCommand(reset);

/** Prints a link for setting the owner's password anew, while the server is stopped. */
async function reset(): Promise<boolean> {
  readOptions("npm run reset-owner", []);
  const { databaseUrl, publicUrl, ...server } = environment();
  if (databaseUrl === "memory:") {
    throw new StartupError(
      "DATABASE_URL names no file: a database in memory ends with its server, whose next start makes a new owner.",
    );
  }
  requireThere(databaseUrl);
  const store = await openStore({ url: databaseUrl, resources: resources.values() });
  try {
    const made = await resetOwner(store, new Date());
    if (!made) throw new StartupError("This database has no owner yet. Start the server once.");
    const origin = publicUrl ?? ownAddress(server);
    printLine(
      `Start the server, then open this once, before ${made.expiresAt}, to set the password of ${made.email}:\n\n  ${origin}${made.link}\n`,
    );
    return true;
  } finally {
    await store.close();
  }
}
