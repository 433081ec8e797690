import type { FindingKind } from "@/lib/client/integrity";

/** How a kind of finding is told to people. */
export interface KindText {
  readonly title: string;
  /** What is wrong with the records, and what to do. */
  readonly help: string;
  /** What is said where nothing was found. */
  readonly none: string;
}

/** The kinds in the order in which they matter. */
export const kinds: Readonly<Record<FindingKind, KindText>> = {
  openWithoutOwner: {
    title: "Open incidents without owners",
    help: "Nobody answers for them. Add an owner, or resolve them.",
    none: "Every open incident has an owner.",
  },
  overlappingEvents: {
    title: "Overlapping events",
    help: "Events of one history should follow each other. Correct when they start or end.",
    none: "All events follow each other.",
  },
  unorderedList: {
    title: "Lists out of order",
    help: "Places should run 1, 2, 3. Give these records another place.",
    none: "All lists run from 1 without gaps.",
  },
  repeatedNumber: {
    title: "Repeated numbers",
    help: "A number that is sent with a new record is kept, even if another one has it.",
    none: "Every number is given once.",
  },
  danglingReference: {
    title: "References to nothing",
    help: "What these records refer to is not in this project. Choose another, or empty the field.",
    none: "All references lead somewhere.",
  },
};
