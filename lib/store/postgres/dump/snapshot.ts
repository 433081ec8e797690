import { chunksFrom } from "@/lib/store/concurrency/chunks";
import type { Connection, Engine } from "@/lib/store/port/engine";
import { unavailable } from "@/lib/store/postgres/connection/errors";
import type { Servers } from "@/lib/store/postgres/connection/servers";
import { type DumpSource, startDump } from "./dump";
import { lackOf, programFor, programsNamed, type Running, type Variables } from "./programs";

/** Takes snapshots with `pg_dump` from the server of the reads. */
export function snapshotsOf(
  reading: Connection,
  servers: Servers,
  variables: Variables,
): Pick<Engine, "snapshot" | "snapshotForm"> {
  const source = async (): Promise<DumpSource> => {
    const [[version, schema] = []] = await reading.rows(
      "select current_setting('server_version_num')::int, current_schema()::text",
      [],
    );
    const major = Math.floor(Number(version) / 10_000);
    return { host: servers.host, schema: String(schema), major };
  };
  const warn = onceEach((lack) => process.emitWarning(`No backup can be downloaded: ${lack}.`));
  return {
    snapshotForm: async () => {
      const { major } = await source();
      const found = await programsNamed("pg_dump", variables);
      const program = programFor("pg_dump", found, major);
      const isMissing = typeof program === "string";
      if (isMissing) warn(program);
      const missing = isMissing ? lackOf("pg_dump", found) : null;
      return { ending: ".dump", type: "application/octet-stream", missing };
    },
    snapshot: async () => {
      const { running } = await startDump(await source(), variables);
      const pieces = running.output[Symbol.asyncIterator]();
      // Most failures come at once, before the response has started.
      const first = await pieces.next();
      if (first.done) await endOf(running);
      return piecesOf(running, first, pieces);
    },
  };
}

function piecesOf(
  running: Running,
  first: IteratorResult<Buffer>,
  rest: AsyncIterator<Buffer>,
): AsyncIterable<Uint8Array> {
  let ahead: IteratorResult<Buffer> | undefined = first;
  return chunksFrom(
    async () => {
      const { done, value } = ahead ?? (await rest.next());
      ahead = undefined;
      if (!done) return value;
      await endOf(running);
      return undefined;
    },
    async () => running.end(),
  );
}

/** Passes each text on once, because open pages ask repeatedly. */
function onceEach(tell: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (!told.has(text)) tell(text);
    told.add(text);
  };
}

/**
 * Throws when the program failed: half a backup must not look complete. The program's message names
 * hosts and users, so only the log gets it.
 */
async function endOf({ ended }: Running): Promise<void> {
  try {
    await ended;
  } catch (cause) {
    const why = "The backup could not be made: the server's log says why.";
    throw unavailable(why, cause);
  }
}
