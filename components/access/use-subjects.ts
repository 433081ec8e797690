import { keyFromRow } from "@/components/keys/key";
import { type Person, personFromRow, personSelect } from "@/components/people/person";
import type { Choice } from "@/components/ui/form/select";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { mayAskAbout } from "@/lib/client/project/explain-access";
import { mayUse, useProject } from "@/lib/client/project/project";
import { useRows } from "@/lib/client/queries/rows";
import { apiKey } from "@/lib/resources/settings/api-key";
import { member } from "@/lib/resources/settings/member";

/** The users and keys whose access the current user may ask about. */
export interface Subjects {
  readonly choices: readonly Choice[];
  /** Users of the project, as far as the current user may read them. */
  readonly people: readonly Person[];
  /** Whether the requested subject is among the choices. */
  readonly isKnown: boolean;
  /** Reason why there are no other choices. */
  readonly note?: string;
}

/**
 * Returns the current user and the users and keys that they may ask about. `asked` is always a
 * choice.
 */
export function useSubjects(asked: string): Subjects {
  const context = useProject();
  const { me, project } = context;
  const mayAsk = { people: mayAskAbout(context, "people"), keys: mayAskAbout(context, "keys") };
  const query = { projectId: project._id };
  const members = useRows(member, {
    ...{ select: personSelect, query, sort: { createdAt: 1 } },
    isWanted: mayUse(context, member, "read"),
  });
  const keys = useRows(apiKey, {
    ...{ select: {}, query, sort: { createdAt: -1 } },
    isWanted: mayAsk.keys && mayUse(context, apiKey, "read"),
  });
  const people = members.rows.map(personFromRow).filter(({ isPending }) => !isPending);
  const others = people
    .filter(({ userId }) => mayAsk.people && userId !== me._id)
    .map(({ userId, name }) => ({ value: `user:${userId}`, text: bidiIsolate(name) }))
    .sort((one, other) => one.text.localeCompare(other.text, "en"));
  const choices = [
    { value: `user:${me._id}`, text: `${bidiIsolate(me.name)} (you)` },
    ...others,
    ...keys.rows
      .map(keyFromRow)
      .map(({ id, name }) => ({ value: `key:${id}`, text: `Key “${bidiIsolate(name)}”` })),
  ];
  const isKnown = choices.some(({ value }) => value === asked);
  const note =
    "To check other users, you need “Invite New Members”. To check API keys, you need “Edit API Key”.";
  return {
    choices: isKnown ? choices : [...choices, { value: asked, text: unknownSubjectName(asked) }],
    people,
    isKnown,
    ...(!(mayAsk.people || mayAsk.keys) && { note }),
  };
}

function unknownSubjectName(asked: string): string {
  return asked.startsWith("key:") ? "Another key" : "Another user";
}
