import { rightOf } from "@/lib/schema/access";
import type { Right } from "@/lib/schema/resource";
import type { RecordOperation } from "./route-table";

/** The right an operation needs; a new secret is a change of its key, what only shows records is reading. */
export function rightFor(operation: RecordOperation): Right {
  return rights[operation];
}

const rights: Readonly<Record<RecordOperation, Right>> = {
  list: rightOf("list"),
  get: rightOf("get"),
  count: rightOf("count"),
  create: rightOf("create"),
  update: rightOf("update"),
  delete: rightOf("delete"),
  bulkCreate: rightOf("create"),
  bulkUpdate: rightOf("update"),
  bulkDelete: rightOf("delete"),
  versions: "read",
  rotate: "update",
  export: "read",
  references: "read",
  upload: "create",
  download: "read",
};
