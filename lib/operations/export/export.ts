import { callerScope } from "@/lib/auth/grants/caller-scope";
import { type Fault, invalid } from "@/lib/errors";
import { type RecordQuery, readRecordQuery } from "@/lib/operations/access/record-query";
import { visibilityFor, within } from "@/lib/operations/access/visibility";
import { columnsFor, serializeRows } from "@/lib/operations/rows/serialize";
import type { Context } from "@/lib/operations/transaction/context";
import { inTransaction } from "@/lib/operations/transaction/in-transaction";
import type { Filter, Projects } from "@/lib/schema/filter";
import { isJsonObject, type JsonValue } from "@/lib/schema/json";
import type { Selection } from "@/lib/schema/query/select";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { shapeOf } from "@/lib/schema/shape";
import { fieldTitle } from "@/lib/schema/title";
import { withEndCallback } from "@/lib/store/concurrency/end-callback";
import { takeExportSlot } from "./export-slots";
import { type ExportFormat, exportFormats } from "./formats";
import { type ExportPlan, rowPortions } from "./row-portions";
import { withLabels } from "./with-labels";

/** Options of an export: those of a list, without paging. */
export interface ExportRequest extends RecordQuery {
  readonly format: ExportFormat;
  /** Labels in place of the ids of relations. */
  readonly withLabels: boolean;
  /** Headings are field titles; otherwise column names. */
  readonly withTitles?: boolean;
}

/**
 * Returns the records of a list in its order, as text in chunks. At most a few megabytes are held
 * at a time, and other requests are served between two portions. The change log records it, except
 * with `look`. Throws at once: 403, 400 with every fault, 429 or 503 if too many exports are in
 * progress.
 */
export async function exportRecords(
  context: Context,
  resource: Resource,
  ask: ExportRequest,
  trace: "note" | "look",
): Promise<AsyncIterable<string>> {
  const visibility = await visibilityFor(context, resource, ask.query);
  const faults: Fault[] = [];
  const { filter, sort, ...read } = readRecordQuery(context, visibility, ask, faults);
  if (faults.length > 0) throw invalid(faults);
  const projects = within(visibility.projects, namedProject(filter));
  const selection = placed(read.selection, ask.select);
  const asked = { callerScope: callerScope(context.caller), reader: context.store.reader };
  const walk = { ...asked, ...visibility, projects, selection, matching: filter, sort };
  if (trace === "look") return written(context, walk, ask);
  const giveBack = takeExportSlot(context);
  try {
    await note(context, resource, projects, ask);
  } catch (error) {
    giveBack();
    throw error;
  }
  return withEndCallback(written(context, walk, ask), giveBack);
}

/** Returns the project whose records alone a filter admits; undefined if it names none. */
function namedProject(filter: Filter | undefined): string | undefined {
  if (filter?.op === "and") {
    return filter.filters.map(namedProject).find((one) => one !== undefined);
  }
  if (filter?.op !== "eq" || filter.column !== "projectId" || filter.orNull) return undefined;
  return typeof filter.value === "string" ? filter.value : undefined;
}

/** Records the export in the project of the records; without a project if there are several. */
async function note(
  context: Context,
  resource: Resource,
  projects: Projects,
  { format, withLabels: labels, query = null, sort = null, select = null }: ExportRequest,
): Promise<void> {
  const about = { projectId: onlyOne(projects) };
  const what = { format, labels, query, sort, select };
  await inTransaction(context, ({ changes }) => changes.note(resource, "export", about, what));
}

async function* written(
  context: Context,
  walk: ExportPlan,
  { format, withLabels: labelled, withTitles = false }: ExportRequest,
): AsyncGenerator<string> {
  const { begin, page, end } = exportFormats[format];
  const names = namesOf(walk.selection);
  yield begin(withTitles ? titlesOf(walk) : names);
  let sent = 0;
  try {
    for await (const rows of rowPortions(walk)) {
      const asked = rows.map((row) => only(row, columnsFor(walk.selection, [])));
      const shown = await serializeRows(context.store.reader, asked, walk.selection);
      const final = labelled ? await withLabels(context, walk, rows, shown) : shown;
      const isFirst = sent === 0;
      sent += rows.length;
      yield page(final, names, isFirst);
    }
    yield end;
  } finally {
    // An aborted reader has received the first part. An export that cannot be logged was still
    // sent.
    if (sent >= large) await noteLarge(context, walk, sent).catch(() => undefined);
  }
}

/** Minimum number of records for an entry in the access log. */
const large = 1_000;

async function noteLarge(context: Context, { projects }: ExportPlan, count: number): Promise<void> {
  const projectId = onlyOne(projects);
  const entry = { event: "large_export", projectId, count } as const;
  await inTransaction(context, (tx) => tx.logAccess(entry), { isDone: true });
}

/** Returns the project of the records; null if there are several. */
function onlyOne(projects: Projects): string | null {
  const [only = null] = projects === "all" || projects.length !== 1 ? [] : projects;
  return only;
}

/** Returns the row without the columns that only locate the next page. */
function only(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));
}

/**
 * Returns the columns in the requested order. A response begins with the id, because programs
 * identify records by it. In a file the id has the position where it is named, and is omitted if it
 * is `false` beside other columns.
 */
function placed(selection: Selection, select: JsonValue | undefined): Selection {
  if (!isJsonObject(select) || select._id === undefined) return selection;
  const [id, ...others] = selection.fields;
  if (!id || others.length === 0) return selection;
  if (select._id === false) return { ...selection, fields: others };
  const named = Object.keys(select).filter((name) => select[name] !== false);
  return { ...selection, fields: others.toSpliced(named.indexOf("_id"), 0, id) };
}

/** Returns the titles of the file's columns, in the order of `namesOf`. */
function titlesOf({ resource, selection: { fields } }: ExportPlan): string[] {
  const titleOf = (of: Resource, name: string) => {
    const column = shapeOf(of).byColumn.get(name);
    return column ? fieldTitle(column) : name;
  };
  return fields.flatMap(({ column, nested }) => {
    const title = titleOf(resource, column);
    if (!nested || nested.isList) return [title];
    return nested.columns.map((one) => `${title}: ${titleOf(nested.resource, one.column)}`);
  });
}

/** Returns the names of the file's columns. Fields of a related record are separate columns. */
function namesOf({ fields }: Selection): string[] {
  return fields.flatMap(({ name, nested }) =>
    nested && !nested.isList ? nested.columns.map((one) => `${name}.${one.name}`) : [name],
  );
}
