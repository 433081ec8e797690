import type { Field } from "@/lib/schema/field";
import type { Kind } from "@/lib/schema/values/kind";
import { boolean } from "./boolean";
import { color } from "./color";
import { date } from "./date";
import { email } from "./email";
import { file } from "./file";
import { hashed } from "./hashed";
import { id } from "./id";
import { json } from "./json";
import { markdown } from "./markdown";
import { number, smallNumber } from "./number";
import { relation, relationList } from "./relation";
import { slug } from "./slug";
import { longText, text, veryLongText } from "./text";
import { textList } from "./text-list";
import { url } from "./url";

/** All kinds of fields. */
export const kinds = {
  ...{ id, date, text, longText, veryLongText, markdown, slug, boolean, number, smallNumber },
  ...{ json, color, email, hashed, url, file, textList, relation, relationList },
};

declare module "@/lib/schema/field" {
  interface Field {
    /** The name of the kind of its values in the table above. */
    readonly kind: keyof typeof kinds;
  }
}

/** Returns the kind of a field. */
export function kindOf({ kind }: Pick<Field, "kind">): Kind {
  return kinds[kind];
}
