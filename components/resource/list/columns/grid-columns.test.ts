import { expect, test } from "vitest";
import { titleOf } from "@/components/words/field-title";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";
import { label } from "@/lib/resources/settings/label";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import { initialWidth, layoutColumns } from "./grid-columns";
import { columnsNamed, defaultColumns } from "./list-columns";

test("the default columns of every list are wide enough for their heads", () => {
  for (const resource of resources.values()) {
    const columns = defaultColumns(resource);
    for (const column of columns) {
      // A number with its prefix has a head shorter than its title.
      if (column.name === numberColumns(resource)?.prefixed) continue;
      // About 7 px a letter at 12 px, plus padding. A longer title is cut at 200 px.
      expect(initialWidth(resource, column)).toBeGreaterThanOrEqual(
        Math.min(titleOf(column).length * 7 + 16, 200),
      );
    }
  }
});

test("pinned columns come first, side by side, and widths stay within their bounds", () => {
  const columns = columnsNamed(label, ["name", "color", "description"]);
  const widths = { color: 100, description: 5_000, name: 1 };
  const layout = { columns, widths, pinned: ["description", "color"], isDense: true };
  const shown = layoutColumns(label, layout);
  expect(shown.map(({ column, width, style }) => [column.name, width, style.left])).toEqual([
    ["description", 800, 36],
    ["color", 100, 836],
    ["name", 64, undefined],
  ]);
  expect(shown.filter(({ isLink }) => isLink).map(({ column }) => column.name)).toEqual(["name"]);
});

test("the number and the name of a record link to its page", () => {
  const columns = columnsNamed(incident, ["incidentNumberWithPrefix", "title", "declaredAt"]);
  const shown = layoutColumns(incident, { columns, widths: {}, pinned: [], isDense: true });
  expect(shown.map(({ isLink }) => isLink)).toEqual([true, true, false]);
});
