import { checkText, mediumLength } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchNothing } from "@/lib/schema/values/match";

/** A secret that is stored as a hash. */
export const hashed: Kind = {
  type: "Hashed String",
  check: (z, field) => checkText(z, mediumLength, field),
  match: matchNothing,
  operators: [],
  isSortable: false,
  codec: { type: "text" },
  component: {
    name: "HashedString",
    beside: { description: "Kept only as a hash, and never answered." },
  },
  example: () => "three unrelated words",
  isSecret: true,
  width: 112,
  isVerbose: true,
  editedIn: "form",
  formValue: "secret",
  change: "hidden",
  bulkRank: 8,
};
