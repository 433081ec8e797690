import type { Connection, Engine } from "@/lib/store/engine";
import { type DumpSource, startDump } from "./dump";
import { unavailable } from "./errors";
import { programFor, programsNamed, type Running, type Variables } from "./programs";
import type { Servers } from "./servers";

/** Snapshots by `pg_dump`, from the server that reads go to. */
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
  return {
    snapshotForm: async () => {
      const { major } = await source();
      const program = programFor("pg_dump", await programsNamed("pg_dump", variables), major);
      const missing = typeof program === "string" ? program : null;
      return { ending: ".dump", type: "application/octet-stream", missing };
    },
    snapshot: async () => {
      const { running } = await startDump(await source(), variables);
      const pieces = running.output[Symbol.asyncIterator]();
      // What goes wrong does so at once as a rule, when there is still an answer to give.
      const first = await pieces.next();
      if (first.done) await endOf(running);
      return piecesOf(running, first, pieces);
    },
  };
}

async function* piecesOf(
  running: Running,
  first: IteratorResult<Buffer>,
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
    await endOf(running);
  } finally {
    running.end();
  }
}

/** Throws when the program failed: half a backup must not look like a whole one. */
async function endOf({ ended }: Running): Promise<void> {
  try {
    await ended;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw unavailable(`The backup could not be made: ${said}.`);
  }
}
