import type { Change } from "@/lib/client/queries/queries";
import type { JsonObject } from "@/lib/schema/json";

const changes: Change[] = [];
const mostKept = 100;

/** Keeps a change of a record before it is sent, for `dataSentTo`. */
export function keepSent(change: Change): void {
  changes.push(change);
  if (changes.length > mostKept) changes.shift();
}

/** Returns the data of the latest changes that this page sent to a record, answered or not. */
export function dataSentTo(id: string): readonly JsonObject[] {
  return changes.filter((change) => change.id === id).map(({ data }) => data);
}
