import { kindOf } from "@/lib/schema/kinds/index";
import { isLinkedList } from "@/lib/schema/query/referring";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn, numberColumns } from "@/lib/schema/search-text/searched-columns";
import type { Column } from "@/lib/schema/shape";

/** Classes that hide a cell while the table's own width is below a number of pixels. */
const hiddenBelow = [
  [680, "@max-[680px]:hidden"],
  [720, "@max-[720px]:hidden"],
  [760, "@max-[760px]:hidden"],
  [800, "@max-[800px]:hidden"],
  [840, "@max-[840px]:hidden"],
  [880, "@max-[880px]:hidden"],
  [920, "@max-[920px]:hidden"],
  [960, "@max-[960px]:hidden"],
  [1000, "@max-[1000px]:hidden"],
  [1040, "@max-[1040px]:hidden"],
  [1080, "@max-[1080px]:hidden"],
  [1120, "@max-[1120px]:hidden"],
  [1160, "@max-[1160px]:hidden"],
  [1200, "@max-[1200px]:hidden"],
  [1240, "@max-[1240px]:hidden"],
  [1280, "@max-[1280px]:hidden"],
  [1320, "@max-[1320px]:hidden"],
  [1360, "@max-[1360px]:hidden"],
  [1400, "@max-[1400px]:hidden"],
  [1440, "@max-[1440px]:hidden"],
  [1480, "@max-[1480px]:hidden"],
  [1520, "@max-[1520px]:hidden"],
  [1560, "@max-[1560px]:hidden"],
  [1600, "@max-[1600px]:hidden"],
  [1640, "@max-[1640px]:hidden"],
  [1680, "@max-[1680px]:hidden"],
  [1720, "@max-[1720px]:hidden"],
  [1760, "@max-[1760px]:hidden"],
  [1800, "@max-[1800px]:hidden"],
  [1840, "@max-[1840px]:hidden"],
  [1880, "@max-[1880px]:hidden"],
  [1920, "@max-[1920px]:hidden"],
  [1960, "@max-[1960px]:hidden"],
  [2000, "@max-[2000px]:hidden"],
  [2040, "@max-[2040px]:hidden"],
  [2080, "@max-[2080px]:hidden"],
  [2120, "@max-[2120px]:hidden"],
  [2160, "@max-[2160px]:hidden"],
  [2200, "@max-[2200px]:hidden"],
] as const;

interface Sized {
  readonly column: Column;
  readonly width: number;
}

/**
 * Returns the class of each column that is left out where the table is too narrow, by its name: lists
 * of records first. Of records with a lifecycle, the last ones follow, so that times are not cut; the
 * number, the name, the state, the severity and times stay. `others` is the width of all else, in
 * pixels.
 */
export function fittingClasses(
  resource: Resource,
  sized: readonly Sized[],
  others: number,
): ReadonlyMap<string, string> {
  const dropped = sized.filter(({ column }) => !stays(resource, column));
  const lists = dropped.filter(({ column }) => isLinkedList(column.field));
  const rest = resource.lifecycle
    ? dropped.filter(({ column }) => !isLinkedList(column.field))
    : [];
  const classes = new Map<string, string>();
  let needed = sized.reduce((sum, { width }) => sum + width, others);
  for (const { column, width } of [...rest, ...lists].reverse()) {
    const step = hiddenBelow.find(([pixels]) => pixels >= needed);
    if (step) classes.set(column.name, step[1]);
    needed -= width;
  }
  return classes;
}

function stays(resource: Resource, { name, relation, field }: Column): boolean {
  const { state, severity } = resource.lifecycle ?? {};
  return (
    name === labelColumn(resource)?.name ||
    name === numberColumns(resource)?.prefixed ||
    (relation !== undefined && [state, severity].includes(relation)) ||
    kindOf(field).isDate === true
  );
}
