import { titleOf } from "@/components/words/field-title";
import { inSentence } from "@/components/words/sentence-case";
import type { StoryGlance } from "@/lib/contract/records/story";
import type { Resource } from "@/lib/schema/resource";
import { shapeOf } from "@/lib/schema/shape";

/** Why visitors of a status page do not see a record there. */
type HiddenBy = NonNullable<StoryGlance["statusPages"]>[number]["hiddenBy"];

/** A status page that lists monitors of a record. */
export interface ListingPage {
  readonly name: string;
  readonly hiddenBy: HiddenBy;
}

/**
 * Says which visitors read a public note on a record, or why none do. `pages` is undefined if the
 * user may not read them, and while they load. `began` is the time of the record, as text.
 */
export function visitorsOf(
  resource: Resource,
  pages: readonly ListingPage[] | undefined,
  began = "",
): string {
  if (!resource.lifecycle?.shownToVisitors) {
    return `Public, but status pages show no ${inSentence(resource.plural)}.`;
  }
  if (pages === undefined) return "Public: visitors of status pages read this.";
  if (pages.length === 0) return "Public, but no status page shows this yet.";
  const readers = pages.filter(({ hiddenBy }) => hiddenBy.length === 0);
  if (readers.length > 0) {
    return `Public: visitors of ${readers.map(({ name }) => name).join(", ")} read this.`;
  }
  if (pages.every(isHiddenByRecord)) return `Public, but ${flagIsOff(resource)}.`;
  if (pages.some(isDeclaredLater)) {
    return `Public, but visitors see this ${inSentence(resource.name)} only from ${began} on.`;
  }
  const reasons = pages.map(({ name, hiddenBy }) => {
    const isUnpublished = hiddenBy.includes("publication");
    return `${name} ${isUnpublished ? "is not published" : showsNone(resource)}`;
  });
  return `Public, but ${reasons.join(", ")}.`;
}

/** Returns true if the record itself is hidden from visitors. */
export function isHiddenByRecord({ hiddenBy }: Pick<ListingPage, "hiddenBy">): boolean {
  return hiddenBy.includes("record");
}

/** Returns true if the record is declared later. No page shows it before. */
export function isDeclaredLater({ hiddenBy }: Pick<ListingPage, "hiddenBy">): boolean {
  return hiddenBy.includes("declaration");
}

/** Says that the flag by which visitors see a record is off. */
export function flagIsOff(resource: Resource): string {
  const column = shapeOf(resource).byColumn.get(resource.lifecycle?.shownToVisitors?.record ?? "");
  return `“${column ? titleOf(column) : "Visible on status page"}” is off`;
}

/** Says that a status page shows no records of the kind. */
export function showsNone(resource: Resource): string {
  return `shows no ${inSentence(resource.plural)}`;
}
