import Sqlite from "better-sqlite3";
import { StartupError } from "@/lib/startup-error";
import { driverFault } from "./driver-fault";

let fault: { readonly message: string | undefined } | undefined;

/**
 * Opens a database with the driver: a file, or the content of one in memory. Throws a
 * `StartupError` when the driver was built for another version of Node, or would end the process.
 */
export function openRaw(file: string | Buffer, options?: Sqlite.Options): Sqlite.Database {
  fault ??= { message: driverFault() };
  if (fault.message !== undefined) throw new StartupError(fault.message);
  try {
    return new Sqlite(file, options);
  } catch (error) {
    if (!isForeignDriver(error)) throw error;
    throw new StartupError(
      `The SQLite driver was built for another version of Node than ${process.versions.node}: run \`npm rebuild better-sqlite3\`.`,
      { cause: error },
    );
  }
}

function isForeignDriver(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_DLOPEN_FAILED";
}
