import { checkText } from "@/lib/schema/values/checks";
import type { Kind } from "@/lib/schema/values/kind";
import { textValues } from "@/lib/schema/values/text-values";

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
  ...textValues,
  codec: { type: "text", foldsCase: true },
  component: { name: "Email", beside: { format: "email", examples: ["mia@example.com"] } },
  example: () => "mia@example.com",
  isText: true,
  typedAs: "Email",
  foundAs: "email",
  width: 208,
  editedIn: "cell",
  change: "values",
  bulkRank: 6,
  headlineRank: 4,
};
