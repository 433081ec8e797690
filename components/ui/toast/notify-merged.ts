import { notify } from "./toast";

/** Shows which fields another user changed meanwhile; nothing if there are none. */
export function notifyMerged(fields: readonly string[]): void {
  if (fields.length === 0) return;
  const detail = `Their changes to ${fields.join(", ")} were kept.`;
  notify({ title: "Another user also changed this record", detail });
}
