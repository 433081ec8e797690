import { rightOf } from "@/lib/schema/permission-titles";
import type { Right } from "@/lib/schema/resource";
import type { RecordOperation } from "./route-table";

/** Returns the right of an operation. Rotation updates its key; showing records is reading. */
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
