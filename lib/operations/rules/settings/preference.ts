import type { Rights } from "@/lib/auth/grants/caller";
import { AppError } from "@/lib/errors";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { preference } from "@/lib/resources/settings/preference";

/** Only their user sees and changes preferences. */
export const preferenceRules: Rules = {
  visibility: (caller) => ({
    resource: preference,
    projects: "all",
    filter: { op: "eq", column: "userId", value: personOf(caller) },
  }),
  writing(caller) {
    personOf(caller);
    return "all";
  },
  async beforeCreate({ context }, draft) {
    draft.userId = personOf(context.caller);
  },
};

function personOf({ type, id }: Rights): string {
  if (type === "user") return id;
  throw new AppError("forbidden", "Only people have preferences. Sign in to use them.");
}
