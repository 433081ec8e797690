/** The entry of a resource in the sidebar of the console. */
export interface Nav {
  /** Rank among the main pages of its group, from 1. Absent: under "More". */
  readonly rank?: number;
  /** The picture of a main page. */
  readonly icon?: NavIcon;
  /** The key that opens the page after g. */
  readonly key?: string;
  /** A page that does more than the list of records: its path in the project, and its name. */
  readonly page?: { readonly path: string; readonly name: string };
  /** Users create such records by hand every day. */
  readonly isCreatedDaily?: true;
}

/** The pictures of pages, by what they show. */
export type NavIcon =
  | ("activity" | "bars" | "bell" | "bot" | "bug" | "check" | "disk" | "key" | "layers" | "log")
  | ("file-clock" | "network" | "phone" | "pull-request" | "question" | "scroll" | "server")
  | ("shield" | "shield-alert" | "siren" | "tag" | "team" | "tower" | "tree" | "user")
  | ("user-settings" | "users");
