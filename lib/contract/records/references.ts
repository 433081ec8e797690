import { z } from "zod";
import type { Said } from "@/lib/contract/endpoint";
import { counted, resourcePath, text } from "@/lib/contract/parts";

/** Records of one resource that refer to a record through one column. */
const columnReferences = z.object({
  ...{ resource: resourcePath, column: text, ...counted },
  /** Effect on them when the record is deleted. */
  whenTargetGoes: z.enum(["removed", "cleared", "refused", "kept"]),
});

/** The references to a record within its project. */
export const referencesReply = z.object({
  data: z.array(columnReferences),
  /** Resources that may refer to the record but that the caller may not read. */
  unreadable: z.array(resourcePath),
});

export type ReferencesReply = Said<z.output<typeof referencesReply>>;

export type ColumnReferences = ReferencesReply["data"][number];
