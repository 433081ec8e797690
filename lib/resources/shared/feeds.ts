import type { Feed } from "@/lib/schema/feed";
import type { Field } from "@/lib/schema/field";
import { boolean, color, date, markdown, relation, text } from "@/lib/schema/fields";
import type { Definition, Resource } from "@/lib/schema/resource";

type Fields = Readonly<Record<string, Field>>;

/**
 * Returns the fields of an entry besides its record. `type`: the field with the type of the entry;
 * `suggestions`: its known values.
 */
export function feedEntry(type: string, suggestions: readonly string[]): Fields {
  return {
    feedInfoInMarkdown: markdown({ required: true, title: "Entry" }),
    moreInformationInMarkdown: markdown({ title: "More information" }),
    [type]: text({ required: true, title: "Event", suggestions }),
    displayColor: color({ required: true, title: "Color" }),
    user: relation("user", { title: "Person" }),
    postedAt: date({ title: "Posted" }),
    isWrittenByRule: boolean({ hidden: true, writtenBy: "server" }),
  };
}

/** Returns what the definitions of all feeds share: entries are added, never changed. */
export function feedOf(of: string, noun: string, types: Feed["types"]) {
  const permission: Resource["permission"] = { read: `Read ${noun}`, create: `Create ${noun}` };
  return {
    ...{ label: "feedInfoInMarkdown", operations: ["list", "get", "count", "create"], permission },
    ...{ story: { kind: "feed" }, occursAt: "postedAt" },
    feed: { of, type: `${of}FeedEventType`, types },
  } as const satisfies Partial<Definition>;
}

/** Types of entries that all feeds share. */
export const ownerTypes = {
  userAdded: "OwnerUserAdded",
  userRemoved: "OwnerUserRemoved",
  teamAdded: "OwnerTeamAdded",
  teamRemoved: "OwnerTeamRemoved",
} as const;

/** Types of entries about notes. */
export const noteTypes = { privateNote: "PrivateNote", publicNote: "PublicNote" } as const;
