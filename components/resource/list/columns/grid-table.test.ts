import { expect, test } from "vitest";
import { titleOf } from "@/components/words/field-title";
import { resources } from "@/lib/resources/index";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import { tableColumns } from "./grid-table";
import { defaultColumns } from "./list-columns";

test("the default columns of every list are wide enough for their heads", () => {
  for (const resource of resources.values()) {
    const columns = defaultColumns(resource);
    for (const [place, { size }] of tableColumns(resource, columns).entries()) {
      const column = columns[place];
      if (!column) throw new Error("There is a width for each column.");
      // A number with its prefix has a head shorter than its title.
      if (column.name === numberColumns(resource)?.prefixed) continue;
      // About 7 px a letter at 12 px, plus padding. A longer title is cut at 200 px.
      expect(size).toBeGreaterThanOrEqual(Math.min(titleOf(column).length * 7 + 16, 200));
    }
  }
});
