import { checkText } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { matchText } from "@/lib/schema/values/match";
import { words } from "@/lib/schema/values/operators";

/** Limit in code points. */
const emailLength = 320;

/** An e-mail address, equal in any case. */
export const email: Kind = {
  type: "Email",
  check: (z, field) =>
    checkText(z, emailLength, field).regex(
      z.regexes.html5Email,
      "must be an e-mail address, such as mia@example.com",
    ),
  match: matchText,
  operators: words,
  isSortable: true,
  codec: { type: "text", foldsCase: true },
  component: { name: "Email", beside: { format: "email", examples: ["mia@example.com"] } },
  condition: { name: "TextCondition", value: { type: "string" } },
  example: () => "mia@example.com",
  isText: true,
  foundAs: "email",
  width: 208,
  editedIn: "cell",
  formValue: "text",
  change: "values",
  bulkRank: 6,
  headlineRank: 4,
};
