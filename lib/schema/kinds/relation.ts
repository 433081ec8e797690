import { checkId, checkList } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchUuid } from "@/lib/schema/values/match";
import { equality, list } from "@/lib/schema/values/operators";
import { id } from "./id";

const objectId = { $ref: "#/components/schemas/ObjectId" };

/** A reference to one record, by its id. */
export const relation: Kind = {
  type: id.type,
  check: checkId,
  match: matchUuid,
  operators: equality,
  isSortable: true,
  codec: id.codec,
  component: id.component,
  typedAs: "ObjectID",
  condition: { name: "IdCondition", value: objectId },
  example: ({ to = "" }, idOf) => idOf(to),
  isId: true,
  width: 132,
  editedIn: "cell",
  formValue: "record",
  change: "values",
  bulkRank: 2,
  headlineRank: 1,
};

/** References to several records, in order and without duplicates. */
export const relationList: Kind = {
  type: "Object ID (list)",
  check: (z) => checkList(z, checkId(z), "an array of ids").transform((ids) => [...new Set(ids)]),
  match: matchUuid,
  operators: list,
  isSortable: false,
  codec: { type: "json", list: "linked" },
  component: {
    name: "ObjectIdList",
    beside: { type: "array", items: objectId, description: "Ids in order, each once." },
  },
  condition: { name: "IdListCondition", value: objectId },
  example: ({ to = "" }, idOf) => [idOf(to)],
  isId: true,
  holdsIds: true,
  hasItems: true,
  width: 142,
  editedIn: "page",
  formValue: "records",
  change: "members",
  bulkRank: 2,
};
