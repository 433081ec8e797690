import { widthBounds } from "./grid-table";

/** Columns by name, in order, with the widths and pins that differ from the usual. */
export interface ColumnSettingsText {
  readonly columns: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
}

/** Columns as they stand in a URL and in a saved view: "title.320!,state" is a pinned one 320 px wide, then another. */
export function columnsToText({ columns, widths, pinned }: ColumnSettingsText): string {
  return columns
    .map((name) => {
      const width = widths[name];
      return `${name}${width === undefined ? "" : `.${width}`}${pinned.includes(name) ? "!" : ""}`;
    })
    .join(",");
}

/** Reads what `columnsText` wrote; what it does not understand of a column is left out. */
export function columnsFromText(text: string): ColumnSettingsText {
  const parts = text.split(",").flatMap((part) => {
    const [, name, width, pin] = /^(\w+)(?:\.(\d{1,4}))?(!)?$/.exec(part) ?? [];
    return name === undefined ? [] : [{ name, width: Number(width), isPinned: pin === "!" }];
  });
  const wide = parts.filter(({ width }) => width >= widthBounds.min && width <= widthBounds.max);
  return {
    columns: parts.map(({ name }) => name),
    widths: Object.fromEntries(wide.map(({ name, width }) => [name, width])),
    pinned: parts.filter(({ isPinned }) => isPinned).map(({ name }) => name),
  };
}
