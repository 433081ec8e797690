import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { StartupError } from "@/lib/startup-error";
import { startDump } from "./dump";
import type { Variables } from "./programs";
import { type ReadableServer, readableServer } from "./readable-server";

/**
 * Writes a `pg_dump` archive of a database into a file, and returns a reader of the same snapshot.
 * Throws a `StartupError` when the program is missing or fails.
 */
export async function takeDump(
  url: string,
  into: string,
  variables: Variables,
): Promise<ReadableServer> {
  const readable = await readableServer(url);
  try {
    const { running } = await startDump(readable, variables);
    try {
      await pipeline(running.output, createWriteStream(into, { flags: "r+" }));
      await running.ended;
    } catch (error) {
      running.end();
      const said = error instanceof Error ? error.message : String(error);
      throw new StartupError(`The backup cannot be taken: ${said}.`, { cause: error });
    }
    return readable;
  } catch (error) {
    await readable.close();
    throw error;
  }
}
