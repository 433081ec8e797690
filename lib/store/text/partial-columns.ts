/** Returns columns as one text, in which `listed(name)` finds each of them; "" for none. */
export function columnList(columns: readonly string[]): string {
  return columns.length === 0 ? "" : ` ${columns.join(" ")} `;
}

/** Returns the text that stands for a column in a list. */
export function listed(column: string): string {
  return columnList([column]);
}
