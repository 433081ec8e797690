import { widthBounds } from "./grid-columns";

/** Columns by name, in order, with the widths and pins that differ from the default. */
export interface ColumnSettingsText {
  readonly columns: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
}

/**
 * Returns columns in the form used in URLs and saved views: "title.320!,state" is a pinned column
 * 320 px wide, then another.
 */
export function columnsToText({ columns, widths, pinned }: ColumnSettingsText): string {
  return columns
    .map((name) => {
      const width = widths[name];
      return `${name}${width === undefined ? "" : `.${width}`}${pinned.includes(name) ? "!" : ""}`;
    })
    .join(",");
}

/** Parses the result of `columnsToText`. Skips the parts of a column that it cannot parse. */
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
