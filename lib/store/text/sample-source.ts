import type { Connection } from "@/lib/store/port/engine";
import type { SampleSource } from "./cached-sample";

/**
 * Returns the sample source of a connection; `byNumber` returns the engine's statement that reads
 * entries.
 */
export function sampleSource(
  connection: Connection,
  byNumber: (numbers: readonly number[]) => readonly [statement: string, parameter: unknown],
): SampleSource {
  return {
    over: connection,
    last: async () => {
      const [row] = await connection.rows("select max(entry) from tocsin_search", []);
      return Number(row?.[0] ?? 0);
    },
    entries: async (numbers) => {
      const [statement, parameter] = byNumber(numbers);
      const rows = await connection.rows(statement, [parameter]);
      return rows.map(([path, project, text]) => ({
        ...{ path: String(path), project: String(project), text: String(text) },
      }));
    },
  };
}
