import { mustBe } from "@/lib/schema/values/checks";
import { toUtcDate } from "@/lib/schema/values/dates";
import type { Kind } from "@/lib/schema/values/kind";
import { matchDate } from "@/lib/schema/values/match";
import { order } from "@/lib/schema/values/operators";

/** A point in time, stored in UTC with milliseconds. */
export const date: Kind = {
  type: "Date",
  check: (z) =>
    z.string(mustBe("a date such as 2026-01-31T09:00:00.000Z")).transform((text, check) => {
      const utc = toUtcDate(text);
      if (utc !== undefined) return utc;
      check.addIssue({
        code: "custom",
        message:
          "must be an ISO 8601 date of the years 0001 to 9999, such as 2026-01-31T09:00:00.000Z",
      });
      return z.NEVER;
    }),
  match: matchDate,
  operators: order,
  isSortable: true,
  codec: { type: "date" },
  component: {
    name: "Date",
    beside: {
      description:
        "A moment, ISO 8601. Sent with any offset, or as a date alone (midnight UTC); answered in UTC with milliseconds.",
      examples: ["2026-01-31T09:00:00.000Z"],
    },
  },
  condition: { name: "DateCondition", value: { $ref: "#/components/schemas/Date" } },
  example: () => "2026-03-02T09:15:04.218Z",
  isDate: true,
  typedAs: "DateTime",
  width: 116,
  editedIn: "cell",
  formValue: "time",
  change: "values",
  bulkRank: 4,
};
