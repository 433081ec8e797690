import { listLength, mustBe } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchFile } from "@/lib/schema/values/match";
import { list } from "@/lib/schema/values/operators";
import { uuidShape } from "@/lib/schema/values/uuid";

const objectId = { $ref: "#/components/schemas/ObjectId" };

/** An uploaded file or several files: an id or an array of ids, returned as it was written. */
export const file: Kind = {
  type: "File",
  check: (z) => {
    const fileId = z
      .string(mustBe("a file id"))
      .regex(uuidShape, "must be a file id in the shape of a UUID");
    return z.union(
      [fileId, z.array(fileId).max(listLength)],
      mustBe("a file id or an array of them"),
    );
  },
  match: matchFile,
  operators: list,
  isSortable: false,
  codec: { type: "json", list: "inline" },
  component: {
    name: "File",
    beside: {
      anyOf: [objectId, { type: "array", items: objectId }],
      description: "The id of an uploaded file, or an array of such ids.",
    },
  },
  condition: { name: "FileCondition", value: { type: "string" } },
  example: (_, idOf) => idOf("file"),
  holdsIds: true,
  width: 96,
  isVerbose: true,
  editedIn: "page",
  formValue: "files",
  change: "values",
  bulkRank: 8,
};
