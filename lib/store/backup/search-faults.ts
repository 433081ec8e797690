import { sql } from "kysely";
import type { JsonValue } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import type { ReadableDatabase } from "@/lib/store/port/readable-database";
import type { TextEntry } from "@/lib/store/port/text-index";
import type { Table } from "@/lib/store/schema/table";
import { columnList } from "@/lib/store/text/partial-columns";
import { entryColumns, entryOf } from "@/lib/store/text/text-entry";
import { countOf, rowsOf } from "./readable-database";

/** Compares the search index with the records of a resource. */
export async function searchFaults(readable: ReadableDatabase, table: Table): Promise<string[]> {
  const { path } = table.resource;
  const names = entryColumns(table);
  const search = sql.table("tocsin_search");
  const stray = await countOf(
    readable,
    sql`select count(*) from ${search} as s where s.path = ${path} and not exists (select 1 from ${sql.table(table.name)} as t where t."_id" = s.record_id)`,
  );
  const wrong = { words: 0, note: 0 };
  let last = "";
  while (true) {
    const columns = sql.join(names.map((name) => sql`t.${sql.ref(name)}`));
    const page = await rowsOf(
      readable,
      sql`select s.text, s.partial, ${columns} from ${sql.table(table.name)} as t left join ${search} as s on s.record_id = t."_id" and s.path = ${path} where t."_id" > ${last} order by t."_id" limit 1000`,
    );
    for (const [text, partial, ...values] of page) {
      const row: Row = Object.fromEntries(
        names.map((name, place) => [name, decoded(readable, table, name, values[place])]),
      );
      last = String(row["_id"]);
      const fault = entryFault(entryOf(table, row), text, partial);
      if (fault) wrong[fault] += 1;
    }
    if (page.length < 1000) break;
  }
  return [
    ...(stray === 0 ? [] : [`${path}: ${stray} entries of records that are gone`]),
    ...(wrong.words === 0 ? [] : [`${path}: ${wrong.words} records are found by other words`]),
    ...(wrong.note === 0
      ? []
      : [`${path}: long texts of ${wrong.note} records are not noted in the search index`]),
  ];
}

/** Compares the entry of a record with the stored one. */
function entryFault(
  entry: TextEntry | undefined,
  text: unknown,
  partial: unknown,
): "words" | "note" | undefined {
  if (entry?.text !== (text ?? undefined)) return "words";
  return entry && columnList(entry.partial) !== partial ? "note" : undefined;
}

/** Returns a value of a searched column as the store reads it: custom fields are JSON. */
function decoded(
  { dialect }: ReadableDatabase,
  table: Table,
  name: string,
  value: unknown,
): JsonValue {
  if (value === null || value === undefined) return null;
  const type = table.byName.get(name)?.codec.type;
  const decode = type && dialect.storage[type].decode;
  if (decode) return decode(value);
  return typeof value === "number" ? value : String(value);
}
