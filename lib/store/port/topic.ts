/** Something that a commit announces: entries of the change log, or new jobs. */
export type Topic = "changes" | "jobs";

/** Sends a text to all processes of the deployment, outside of any write. At most 7,900 bytes. */
export type Announce = (text: string) => Promise<void>;

/** Registers a listener of announcements. Some may be lost. */
export type ListenToAnnouncements = (listener: (text: string) => void) => () => void;

/** Registers a listener and returns the function that removes it. */
export type Listen = (topic: Topic, listener: () => void) => () => void;
