import { checkId } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchUuid } from "@/lib/schema/values/match";
import { equality } from "@/lib/schema/values/operators";

/** The id of a record, in the shape of a UUID. */
export const id: Kind = {
  type: "Object ID",
  check: checkId,
  match: matchUuid,
  operators: equality,
  isSortable: true,
  codec: { type: "text" },
  component: {
    name: "ObjectId",
    beside: { format: "uuid", description: "An id in the shape of a UUID, kept in lower case." },
  },
  condition: { name: "IdCondition", value: { $ref: "#/components/schemas/ObjectId" } },
  example: (_, idOf) => idOf("file"),
  isId: true,
  typedAs: "ObjectID",
  width: 120,
  isVerbose: true,
  editedIn: "form",
  formValue: "text",
  change: "values",
  bulkRank: 8,
};
