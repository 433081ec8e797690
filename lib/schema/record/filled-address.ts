import type { Row } from "@/lib/schema/row";

/** Returns an address with the values of a record in place of the names of columns after colons. */
export function filledAddress(address: string, record: Row): string {
  return address.replace(/:(\w+)/g, (_, column) => encodeURIComponent(String(record[column])));
}

/** Returns the names of the columns in an address. */
export function columnsIn(address: string): readonly string[] {
  return address.match(/(?<=:)\w+/g) ?? [];
}
