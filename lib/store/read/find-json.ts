import { isTooExpensive } from "@/lib/store/concurrency/time-slices";
import type { JsonField, JsonRow, PreparedJson } from "@/lib/store/port/prepared";
import type { ByteLimit } from "@/lib/store/port/shortened-row";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { type Decoder, decoderOf } from "./decode";
import { KeptStatement } from "./kept-statement";
import { maskedReader } from "./masked-columns";
import { parametersFor } from "./page-statement";
import { shortening } from "./shortened-row";

/** Most bytes of the texts of one page. Longer pages are read value by value. */
const mostInPage = 500_000;

/** Most bytes of the long values of a record: the driver takes long to decode longer texts. */
const mostInRow = 65_536;

/** Prepares a query for records as JSON with these fields, and the columns of `besides`. */
export function prepareJson(
  context: ReadContext,
  table: Table,
  ask: Find,
  most: ByteLimit,
  {
    fields,
    besides,
  }: { readonly fields: readonly JsonField[]; readonly besides: readonly string[] },
): PreparedJson {
  const { statements, connection, slices } = context;
  const columns = ask.columns ?? table.visible;
  const { bulky, mostBytes } = shortening(table, columns, most);
  const json = {
    fields,
    bulky: bulky.names,
    mostBytes: Math.min(mostBytes, mostInRow, Math.floor(mostInPage / most.rows)),
  };
  const kept = new KeptStatement(context, table, ask, { columns: besides, json });
  const decode = decoderOf(statements, table, besides);
  return {
    rows: async (id) => {
      const page = await kept.get(id);
      if (!page) return "planned";
      const { sql, isTimed } = page;
      const mostMs = isTimed ? slices?.eachMs : undefined;
      let rows: unknown[][];
      try {
        rows = await connection.rows(sql, parametersFor(page, id), isTimed, mostMs);
      } catch (error) {
        // Without slices, the query had all its time.
        if (slices && isTooExpensive(error)) return "slow";
        throw error;
      }
      const read = page.isMasked ? maskedReader(statements.dialect, table, json) : textFirst;
      return readRows(rows, read, decode);
    },
  };
}

/** The text of a record, unless it is long, and the stored columns besides. */
interface StoredText {
  readonly text: unknown;
  readonly others: readonly unknown[];
}

function textFirst([text, ...others]: readonly unknown[]): StoredText {
  return { text, others };
}

function readRows(
  rows: readonly unknown[][],
  read: (stored: readonly unknown[]) => StoredText,
  decode: Decoder,
): JsonRow[] | "long" {
  let length = 0;
  const found = rows.map((stored) => {
    const { text, others } = read(stored);
    length += typeof text === "string" ? text.length : Number.POSITIVE_INFINITY;
    return { text: String(text), row: decode(others) };
  });
  return length > mostInPage ? "long" : found;
}
