import type { Caller } from "@/lib/auth/grants/caller";
import { AppError } from "@/lib/errors";
import { notFound } from "@/lib/operations/rows/read-record";
import type { Rules } from "@/lib/operations/transaction/transaction";
import { preference } from "@/lib/resources/settings/preference";
import type { Row } from "@/lib/schema/row";

/** Preferences are visible to their user only. */
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
  beforeUpdate: async ({ context }, before) => assertMayChange(context.caller, before),
  beforeRemove: async ({ context }, row) => assertMayChange(context.caller, row),
};

function personOf({ type, id }: Caller): string {
  if (type === "user") return id;
  throw new AppError("forbidden", "Only people have preferences. Sign in to use them.");
}

function assertMayChange(caller: Caller, row: Row): void {
  if (row.userId !== personOf(caller)) throw notFound(preference, String(row._id));
}
