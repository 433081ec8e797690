import { expect, test } from "vitest";
import { titleOf } from "@/components/words/field-title";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";
import { label } from "@/lib/resources/settings/label";
import { numberColumns } from "@/lib/schema/search-text/searched-columns";
import { initialWidth, layoutColumns, selectWidth } from "./grid-columns";
import { columnsNamed, defaultColumns } from "./list-columns";

const chosen = { isDense: true, isDefault: false };

test("on narrow screens lists go first, the name, the state and the times never", () => {
  const layout = { widths: {}, pinned: [], isDense: true, isDefault: true };
  for (const resource of resources.values()) {
    const shown = layoutColumns(resource, { columns: defaultColumns(resource), ...layout }, 0);
    const whole = shown.reduce((sum, { width }) => sum + width, selectWidth);
    const fitting = shown.filter((one) => one.fitting !== undefined);
    const hidden = fitting.map(({ fitting: own = "" }) => Number(/\d+/.exec(own)?.[0]));
    // At a width where all columns are shown, they fit.
    if (hidden.length > 0) expect(Math.max(...hidden)).toBeGreaterThanOrEqual(whole);
  }
  const shown = layoutColumns(incident, { columns: defaultColumns(incident), ...layout }, 0);
  const names = shown
    .filter(({ fitting }) => fitting !== undefined)
    .map(({ column }) => column.name);
  expect(new Set(names)).toEqual(new Set(["monitors", "labels"]));
  const own = { ...layout, ...chosen };
  const kept = layoutColumns(incident, { columns: defaultColumns(incident), ...own }, 0);
  expect(kept.every(({ fitting }) => fitting === undefined)).toBe(true);
});

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
  const layout = { columns, widths, pinned: ["description", "color"] };
  const shown = layoutColumns(label, { ...layout, ...chosen }, 0);
  expect(shown.map(({ column, width, style }) => [column.name, width, style.left])).toEqual([
    ["description", 800, 36],
    ["color", 100, 836],
    ["name", 64, undefined],
  ]);
  expect(shown.filter(({ isLink }) => isLink).map(({ column }) => column.name)).toEqual(["name"]);
});

test("the number and the name of a record link to its page", () => {
  const columns = columnsNamed(incident, ["incidentNumberWithPrefix", "title", "declaredAt"]);
  const shown = layoutColumns(
    ...([incident, { columns, widths: {}, pinned: [], ...chosen }, 0] as const),
  );
  expect(shown.map(({ isLink }) => isLink)).toEqual([true, true, false]);
});
