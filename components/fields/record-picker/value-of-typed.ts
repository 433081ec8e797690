import { asUnchosen, unchosenName } from "@/components/fields/unchosen-name";
import type { RecordOption } from "./record-search";

/**
 * Returns the input value of a typed name: the id of the only record that has it as its name,
 * number or id, else the unchosen name. Undefined for an empty text.
 */
export function valueOfTyped(
  typed: string | undefined,
  options: readonly RecordOption[],
): string | undefined {
  const name = (typed ?? "").trim();
  if (name === "") return undefined;
  const isSame = (text: string | undefined) => text?.toLowerCase() === name.toLowerCase();
  const [only, ...others] = options.filter(
    ({ id, text, number }) => unchosenName(id) === undefined && [id, text, number].some(isSame),
  );
  return only && others.length === 0 ? only.id : asUnchosen(name);
}
