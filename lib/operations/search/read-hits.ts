import type { Hit } from "@/lib/contract/search";
import { both } from "@/lib/operations/access/visibility";
import { labelledBy, labelsOf, labelsOfRows } from "@/lib/operations/record/labels";
import type { Context } from "@/lib/operations/transaction/context";
import type { Visibility } from "@/lib/operations/transaction/transaction";
import { resourceAt } from "@/lib/resources";
import { currentValueColumn } from "@/lib/resources/current-value";
import type { Filter } from "@/lib/schema/filter";
import type { JsonValue } from "@/lib/schema/json";
import { resolvedGlyph } from "@/lib/schema/record/glyph";
import type { Row } from "@/lib/schema/row";
import type { SearchQuery } from "@/lib/schema/search-text/search-query";
import type { Column } from "@/lib/schema/shape";
import { byId, matchable, matchIn } from "./search-match";
import type { Ranked } from "./search-order";

/**
 * Returns the readable records that a filter holds for, as search results. `question` tells where
 * its words are; without one they were found by id.
 */
export async function readHits(
  context: Context,
  { resource, projects, filter }: Visibility,
  wanted: Filter,
  question: SearchQuery | undefined,
  limit?: number,
): Promise<Ranked[]> {
  const searched = matchable(resource);
  const state = currentValueColumn(resource);
  const began = resource.lifecycle?.began ?? "createdAt";
  const columns = [
    ...[...labelledBy(resource), "createdAt", began, ...searched.map(({ name }) => name)],
    ...(state ? [state.name] : []),
  ];
  const rows = await context.store.reader.find(resource, {
    projects,
    filter: both(filter, wanted) ?? wanted,
    columns: [...new Set(columns)],
    ...(limit !== undefined && { limit }),
  });
  const labels = await labelsOfRows(context, resource, rows);
  const states = await statesOf(context, state, rows);
  return rows.map((row) => {
    const { as: matched, isExact, excerpt } = question ? matchIn(row, searched, question) : byId;
    const createdAt = textIn(row.createdAt);
    const current = state && states.get(String(row[state.name]));
    const hit: Hit = {
      ...{ resource: resource.path, _id: String(row._id), projectId: textIn(row.projectId) },
      ...(labels.get(String(row._id)) ?? { label: "" }),
      ...{ createdAt, beganAt: textIn(row[began]) ?? createdAt, matched },
      ...(current && { state: current }),
      ...(excerpt && { excerpt }),
    };
    const isOver = resource.lifecycle && current?.glyph === resolvedGlyph;
    return { hit, isExact, isOver };
  });
}

/** Returns the condition that a record is one of these. */
export function idIn(ids: readonly string[]): Filter {
  return { op: "in", column: "_id", values: ids };
}

/** Returns the labels of the states or statuses of records, if the caller may read them. */
async function statesOf(context: Context, column: Column | undefined, rows: readonly Row[]) {
  const states = resourceAt(column?.field.to ?? "");
  if (!column || !states) return new Map();
  return labelsOf(
    context,
    states,
    rows.flatMap((row) => textIn(row[column.name]) ?? []),
  );
}

function textIn(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
