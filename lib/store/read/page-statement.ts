import type { Filter } from "@/lib/schema/filter";
import type { Parameter } from "@/lib/store/port/engine";
import type { Find } from "@/lib/store/port/store";
import type { Table } from "@/lib/store/schema/table";
import type { ReadContext } from "@/lib/store/statement/read-context";
import { bind, type Statements } from "@/lib/store/statement/statements";
import { maskedColumns } from "./masked-columns";
import { parameterizeWhere, type QueryPlan } from "./plan/query-plan";
import { parameterizePage, selection } from "./select-statement";
import { keyOfColumns, type WantedColumns } from "./shortened-row";

/** The statement of a page with its parameters. */
export interface PageStatement {
  readonly table: Table;
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  /** Positions of the parameter of the last condition, when that is an equality. */
  readonly lastPlaces: readonly number[];
  /** The statement obeys the query deadline. */
  readonly isTimed: boolean;
  /** Whether deleted projects could have records when the statement was built. */
  readonly isForDeleted: boolean;
  /** The statement serves every selection, and returns values in place of JSON. */
  readonly isMasked: boolean;
}

/** Most records of a page for which unread columns cost less than a statement of its own. */
const mostMasked = 25;

/** Returns the statement of a planned page; `rare` is the condition found by `rareOf`. */
export function pageStatement(
  { statements, slices }: ReadContext,
  search: QueryPlan,
  rare: Filter | undefined,
  ask: Find,
  wanted: WantedColumns,
): PageStatement {
  const { table } = search;
  const values = statements.values();
  const page = parameterizePage(values, table, ask, statements);
  const where = parameterizeWhere(values, search, rare);
  const isQuick =
    (where.isLookUp && where.isShort) || (where.isIndexed && page.limit && page.isInTime);
  // SQLite reads through a long value to reach the columns behind it.
  const mayBeLong =
    (wanted.mostBytes ?? wanted.json?.bulky[0]) !== undefined && slices !== undefined;
  const isTimed = !isQuick || mayBeLong;
  const base = `${where.key}|${page.key}|${isTimed}`;
  const keyFor = (of: WantedColumns) => `find ${base}|${keyOfColumns(of)}`;
  const json = ask.limit !== undefined && ask.limit <= mostMasked ? wanted.json : undefined;
  const isOnce = json !== undefined && comesOnce(statements, base, keyFor(wanted));
  const masked = isOnce ? maskedColumns(values, table, json) : undefined;
  const read = masked ? { masked, ...wanted } : wanted;
  const statement = statements.prepare(keyFor(read), () =>
    selection(statements, read, where, page, isTimed),
  );
  const last = where.parts.at(-1);
  const index = last?.op === "eq" ? last.params[0]?.index : undefined;
  return {
    table,
    sql: statement.sql,
    parameters: bind(statement, values),
    lastPlaces: statement.order.flatMap((of, place) => (of === index ? [place] : [])),
    isTimed,
    isForDeleted: statements.hidesDeleted,
    isMasked: masked !== undefined,
  };
}

/**
 * Returns true for a selection that comes for the first time with conditions and an order that came
 * before. Such a selection is not worth a statement. Other conditions need another one anyway.
 */
function comesOnce(statements: Statements, base: string, key: string): boolean {
  const isBaseNew = statements.isNew(base);
  return statements.isNew(key) && !isBaseNew;
}

/** Returns the parameters; with `id`, those for the record of that id in the last condition. */
export function parametersFor(
  { parameters, lastPlaces }: PageStatement,
  id: string | undefined,
): readonly Parameter[] {
  if (id === undefined) return parameters;
  const own = [...parameters];
  for (const place of lastPlaces) own[place] = id;
  return own;
}
