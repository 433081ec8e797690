import { findRows, inProject } from "@/lib/client/queries/queries";
import { resourceAt } from "@/lib/resources/index";
import { namedPaths } from "@/lib/schema/filter-text/condition-target";
import type { Condition, FilterNode } from "@/lib/schema/filter-text/model";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import { namesInFilter } from "./filter-names";

/**
 * Returns the filter with record names replaced by ids: an exact match, ignoring case, else the
 * only partial match. Ambiguous names stay.
 */
export async function resolveNames(
  resource: Resource,
  filter: FilterNode,
  projectId: string,
): Promise<FilterNode> {
  const found = new Map<string, string>();
  for (const [path, names] of namesInFilter(resource, filter)) {
    for (const [name, id] of await idsOf(path, names, projectId)) found.set(`${path}/${name}`, id);
  }
  const idOf = (condition: Condition, value: string) =>
    namedPaths(resource, condition, resourceAt)
      .map((path) => found.get(`${path}/${value}`))
      .find((id) => id !== undefined) ?? value;
  return withValues(filter, idOf);
}

/** Maximum number of text conditions in one query. */
const mostTexts = 8;

/** Returns the ids of records by name, for names that match exactly one record. */
export async function idsOf(
  path: string,
  names: readonly string[],
  projectId: string,
): Promise<ReadonlyMap<string, string>> {
  const target = resourceAt(path);
  const label = target && labelColumn(target);
  if (!target || !label || label.relation !== undefined) return new Map();
  const found: Row[] = [];
  for (let start = 0; start < names.length; start += mostTexts) {
    const holds = names
      .slice(start, start + mostTexts)
      .map((value) => ({ [label.name]: { _type: "Search", value } }));
    const holding = await findRows(target, {
      query: inProject(target, projectId, { _or: holds }),
      select: { [label.name]: true },
      limit: 100,
    });
    found.push(...holding);
  }
  const unique = new Map(found.map((row) => [row._id, row]));
  const rows = [...unique.values()].map((row) => ({
    id: String(row._id),
    name: String(row[label.name] ?? "").toLowerCase(),
  }));
  return new Map(
    names.flatMap((name) => {
      const same = rows.filter((row) => row.name === name.toLowerCase());
      const holding = rows.filter((row) => row.name.includes(name.toLowerCase()));
      const only = same.length === 0 && holding.length === 1 ? holding[0] : undefined;
      const id = (same.length === 1 ? same[0] : only)?.id;
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

function withValues(
  node: FilterNode,
  change: (condition: Condition, value: string) => string,
): FilterNode {
  if (node.kind === "condition") {
    return { ...node, values: node.values.map((value) => change(node, value)) };
  }
  if (node.kind === "not") return { kind: "not", part: withValues(node.part, change) };
  return { kind: node.kind, parts: node.parts.map((part) => withValues(part, change)) };
}
