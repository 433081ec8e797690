import type { FindingKind } from "@/lib/contract/integrity";

/** Texts for one kind of finding. */
export interface FindingText {
  readonly title: string;
  /** Explanation of the problem, and the remedy. */
  readonly help: string;
  /** Text for the case that nothing was found. */
  readonly none: string;
}

/** The kinds of findings, the most important first. */
export const findingTexts: Readonly<Record<FindingKind, FindingText>> = {
  openWithoutOwner: {
    title: "Open incidents without owners",
    help: "These incidents have no owner. Add an owner, or resolve the incident.",
    none: "Every open incident has an owner.",
  },
  milderStatus: {
    title: "Monitors with a better status than their incidents require",
    help: "An open incident requires a worse status than the one that another incident set.",
    none: "No monitor has a better status than its open incidents require.",
  },
  staleStatus: {
    title: "Monitors with a worse status than their incidents require",
    help: "An incident set this status, and no open incident requires it.",
    none: "No monitor keeps the status of an incident that is over.",
  },
  overlappingEvents: {
    title: "Overlapping events",
    help: "Events of one history should follow each other. Correct when they start or end.",
    none: "All events follow each other.",
  },
  gappedEvents: {
    title: "Gaps between events",
    help: "No event covers the time between the end of these events and the start of the next one. Correct when they end, or add an event.",
    none: "All histories of monitors are without gaps.",
  },
  unorderedList: {
    title: "Lists out of order",
    help: "Places should run 1, 2, 3. Give these records another place.",
    none: "All lists run from 1 without gaps.",
  },
  repeatedNumber: {
    title: "Duplicate numbers",
    help: "A number that is sent with a new record is kept, even if another one has it.",
    none: "Every number is given once.",
  },
  repeatedRecord: {
    title: "Duplicate records",
    help: "Each of these records repeats another one. Delete all but one.",
    none: "No duplicate records.",
  },
  selfDependency: {
    title: "Services that depend on themselves",
    help: "A service cannot need itself. Choose another service, or delete the dependency.",
    none: "No service depends on itself.",
  },
  dependencyCycle: {
    title: "Cycles of dependencies",
    help: "These dependencies lead from a service back to it. Delete one dependency of each cycle.",
    none: "No service depends on itself through others.",
  },
  danglingReference: {
    title: "Dangling references",
    help: "These records refer to records that are not in this project. Choose another record, or empty the field.",
    none: "All references are valid.",
  },
};
