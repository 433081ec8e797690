/** An event of which a rule writes an entry into the feed of a record. */
export type FeedEvent =
  | "valueSet"
  | "severitySet"
  | "privateNote"
  | "publicNote"
  | "userAdded"
  | "userRemoved"
  | "teamAdded"
  | "teamRemoved"
  | "roleTaken"
  | "roleLeft"
  | "memberAdded"
  | "memberRemoved"
  | "groupJoined"
  | "groupLeft";

/** The records of a kind are the entries of a feed. All feeds have the columns of `feedColumns`. */
export interface Feed {
  /** The relation of an entry to the record that it is about, without `Id`. */
  readonly of: string;
  /** The field that holds the type of an entry. */
  readonly type: string;
  /** The type of the entry of each event. Without a type no entry is written. */
  readonly types: Readonly<Partial<Record<FeedEvent, string>>>;
}

/** The columns that all feeds have. */
export const feedColumns = {
  text: "feedInfoInMarkdown",
  color: "displayColor",
  userId: "userId",
  postedAt: "postedAt",
  byRule: "isWrittenByRule",
} as const;
