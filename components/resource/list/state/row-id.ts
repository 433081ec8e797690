/** Returns the id of the element of a record's row. */
export function rowId(id: string): string {
  return `row-${id}`;
}
