/** Something that a commit announces: entries of the change log, or new jobs. */
export type Topic = "changes" | "jobs";

/** Registers a listener and returns the function that removes it. */
export type Listen = (topic: Topic, listener: () => void) => () => void;
