import { formColumns } from "@/components/fields/form-values";
import { resourceAt } from "@/lib/resources/index";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import type { Column } from "@/lib/schema/shape";

/**
 * Returns the fields that can be set on several records, the most shared first: states and
 * severities, responsible users and teams, other references, choices, and last the texts that
 * distinguish records. Left out is a value that several records never share.
 */
export function settableColumns(resource: Resource): readonly Column[] {
  return (
    formColumns(resource)
      // Records of one list have different places.
      .filter(({ field }) => !field.slugFrom && !field.counts && field.ordersWithin === undefined)
      .map((column) => ({ column, rank: rankOf(resource, column) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ column }) => column)
  );
}

function rankOf(resource: Resource, { name, field, relation }: Column): number {
  if (name === resource.label) return own;
  const target = resourceAt(field.to ?? "");
  // A column without an index is not one that records are sorted and handled by either.
  if (target?.fields.color && relation !== undefined && field.indexed !== false) return 0;
  if (target?.canOwn) return 1;
  return field.suggestions ? 3 : kindOf(field).bulkRank;
}

/** The rank of a record's name, which belongs to one record alone. */
const own = 9;
