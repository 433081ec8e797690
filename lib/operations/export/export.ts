import { type Fault, invalid } from "@/lib/errors";
import { changesOf } from "@/lib/operations/changes";
import type { Context } from "@/lib/operations/context";
import { cursorColumns } from "@/lib/operations/cursor";
import { columnsFor, presentRows } from "@/lib/operations/present";
import { both, queryScope, readReachFor } from "@/lib/operations/reach";
import type { Filter, Position, Projects, Scalar, SortKey } from "@/lib/schema/filter";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import { readQuery } from "@/lib/schema/query";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { readSelect, type Selection } from "@/lib/schema/select";
import { readSort } from "@/lib/schema/sort";
import { type ExportFormat, exportFormats } from "./formats";
import { withLabels } from "./labelled";

/** What to write out: the same as what is asked of a list, but all of it. */
export interface ExportAsk {
  readonly format: ExportFormat;
  /** Names in place of the ids of relations. */
  readonly withLabels: boolean;
  readonly select?: JsonValue;
  readonly query?: JsonValue;
  readonly sort?: JsonValue;
}

/** What is settled before the first row is read. */
interface Walk {
  readonly resource: Resource;
  readonly projects: Projects;
  readonly filter: Filter | undefined;
  readonly selection: Selection;
  readonly sort: readonly SortKey[];
}

const pageSize = 500;

/**
 * The records a list of the same question shows, in its order, as text piece by piece; no more than a page of them is
 * held at a time. The change log notes it unless it is only looked at. Throws 403, and 400 with every fault, at once.
 */
export async function exportRecords(
  context: Context,
  resource: Resource,
  ask: ExportAsk,
  trace: "note" | "look",
): Promise<AsyncIterable<string>> {
  const reach = await readReachFor(context, resource, ask.query);
  const scope = queryScope(context);
  const faults: Fault[] = [];
  const selection = placed(readSelect(reach.resource, ask.select, scope, faults), ask.select);
  const filter = both(reach.filter, readQuery(reach.resource, ask.query, scope, faults));
  const sort = readSort(reach.resource, ask.sort, faults);
  if (faults.length > 0) throw invalid(faults);
  if (trace === "note") await note(context, resource, reach.projects, ask);
  const { projects } = reach;
  return written(context, { resource: reach.resource, projects, filter, selection, sort }, ask);
}

/** In the project where the records are; an export of several is noted in none of them. */
async function note(
  context: Context,
  resource: Resource,
  projects: Projects,
  { format, withLabels: labels, query = null, sort = null, select = null }: ExportAsk,
): Promise<void> {
  const [only = null] = projects === "all" || projects.length !== 1 ? [] : projects;
  const now = context.now().toISOString();
  await context.store.write((writer) =>
    changesOf(writer, context, context.channel, now).note(resource, "export", only, {
      ...{ format, labels, query, sort, select },
    }),
  );
}

async function* written(
  context: Context,
  walk: Walk,
  { format, withLabels: labelled }: ExportAsk,
): AsyncGenerator<string> {
  const { begin, page, end } = exportFormats[format];
  const names = namesOf(walk.selection);
  yield begin(names);
  let isFirst = true;
  for await (const rows of pages(context, walk)) {
    const asked = rows.map((row) => only(row, columnsFor(walk.selection, [])));
    const shown = await presentRows(context.store.reader, asked, walk.selection);
    const final = labelled ? await withLabels(context, walk, rows, shown) : shown;
    yield page(final, names, isFirst);
    isFirst = false;
  }
  yield end;
}

async function* pages(
  { store }: Context,
  { resource, projects, filter, selection, sort }: Walk,
): AsyncGenerator<readonly Row[]> {
  let after: Position | undefined;
  while (true) {
    const rows = await store.reader.find(resource, {
      projects,
      columns: columnsFor(selection, cursorColumns(sort)),
      sort,
      limit: pageSize,
      ...(filter && { filter }),
      ...(after && { after }),
    });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = { values: sort.map(({ column }) => scalar(last[column])), id: String(last._id) };
  }
}

function scalar(value: JsonValue | undefined): Scalar | null {
  return typeof value === "object" ? null : (value ?? null);
}

/** Without the columns that were read to find the next page. */
function only(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
}

/**
 * The columns in the order asked for. A reply begins with the id, for programs find the record by it; a file is read
 * by people: there it stands where it is named, and is left out where it is `false` beside other columns.
 */
function placed(selection: Selection, select: JsonValue | undefined): Selection {
  if (!isJsonObject(select) || select._id === undefined) return selection;
  const [id, ...others] = selection.fields;
  if (!id || others.length === 0) return selection;
  if (select._id === false) return { ...selection, fields: others };
  const named = Object.keys(select).filter((name) => select[name] !== false);
  return { ...selection, fields: others.toSpliced(named.indexOf("_id"), 0, id) };
}

/** The columns of the file: fields of records referred to stand beside each other. */
function namesOf({ fields }: Selection): string[] {
  return fields.flatMap(({ name, nested }) =>
    nested && !nested.isList ? nested.columns.map((one) => `${name}.${one.name}`) : [name],
  );
}
