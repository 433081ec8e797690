import { availableColumns } from "@/components/resource/list/columns/list-columns";
import { resourceAt } from "@/lib/resources/index";
import type { JsonObject } from "@/lib/schema/json";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";

/**
 * Returns the query for records whose text contains `text`; `{}` for the empty text. If a record is
 * named by a relation, the name of the related record is searched too.
 */
export function quickSearch(resource: Resource, text: string): JsonObject {
  const value = text.trim();
  if (value === "") return {};
  const fields = searchedFields(resource);
  return { _or: fields.map((path) => search(path, value)) };
}

/** Returns whether records of a resource have text to search. */
export function hasQuickSearch(resource: Resource): boolean {
  return searchedFields(resource).length > 0;
}

type FieldPath = readonly [name: string, inner?: string];

function searchedFields(resource: Resource): readonly FieldPath[] {
  const own = availableColumns(resource)
    .filter(({ field }) => kindOf(field).isText)
    .map(({ name }): FieldPath => [name]);
  const label = labelColumn(resource);
  const target = resourceAt(label?.field.to ?? "");
  const inner = target && labelColumn(target);
  const named: FieldPath[] =
    label?.relation !== undefined && inner && kindOf(inner.field).isText
      ? [[label.relation, inner.name]]
      : [];
  return [...named, ...own].slice(0, most);
}

/** A query allows eight text conditions; two are left for the list's own filter. */
const most = 6;

function search([name, inner]: FieldPath, value: string): JsonObject {
  const holds = { _type: "Search", value };
  return { [name]: inner === undefined ? holds : { [inner]: holds } };
}
