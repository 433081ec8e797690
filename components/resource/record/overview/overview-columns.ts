import { titleColumn } from "@/components/words/record-title";
import { kindOf } from "@/lib/schema/kinds/index";
import type { Resource } from "@/lib/schema/resource";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";

/** A section of the facts: its title and its columns. */
export type Section = readonly [title: string, columns: readonly Column[]];

/** Returns whether the overview shows a column. The header of the page shows some others. */
export function isShown(resource: Resource, { name, field }: Column): boolean {
  const numbers = numberColumns(resource);
  const inHeader = [titleColumn(resource)?.name, numbers?.bare, numbers?.prefixed];
  return !field.hidden && field.to !== "project" && !inHeader.includes(name);
}

/** Returns whether a column holds a long text, which takes the width of the page. */
export function isWide(resource: Resource, { name, field }: Column): boolean {
  return kindOf(field).isWide === true && name !== resource.timeField;
}

/** Returns whether a column describes the record itself: its id, slug, times and creator. */
export function isCommon(name: string): boolean {
  return ["slug", "_id", "createdAt", "updatedAt", "createdByUserId"].includes(name);
}

/** Groups columns by their section, in the order of the definition. */
export function sectionsOf(columns: readonly Column[]): readonly Section[] {
  const sections = new Map<string, Column[]>();
  for (const column of columns) {
    const section = column.field.section ?? "";
    sections.set(section, [...(sections.get(section) ?? []), column]);
  }
  return [...sections];
}
