import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "@/components/ui/form/checkbox";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { mayUse, useProject } from "@/lib/client/project/project";
import { issuedAccessQuery } from "@/lib/client/queries/people";
import type { IssuedKey } from "@/lib/contract/people";
import { apiKey } from "@/lib/resources/settings/api-key";
import type { Person } from "./person";

interface Props {
  readonly person: Person;
  /** Keys of this project only, or of all projects. */
  readonly where: "here" | "everywhere";
  /** The keys to revoke together with the step. */
  readonly chosen: readonly IssuedKey[];
  readonly onChange: (chosen: readonly IssuedKey[]) => void;
}

/**
 * Explains what happens to the invitations and keys that a user created. Invitations are revoked
 * with the step. Keys continue to work unless they are chosen here.
 */
export function IssuedKeys({ person, where, chosen, onChange }: Props) {
  const context = useProject();
  const { data } = useQuery({
    ...issuedAccessQuery(person.userId, where === "here" ? context.project._id : undefined),
    enabled: mayUse(context, apiKey, "delete"),
    staleTime: 0,
  });
  if (!data) return null;
  const { keys, invitations } = data;
  return (
    <>
      {invitations.length > 0 && (
        <p>{several(invitations.length, "open invitation")} they created will be revoked.</p>
      )}
      {keys.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="pb-1.5 text-13">
            API keys they created keep working. Choose keys to revoke:
          </legend>
          {keys.map((key) => (
            <Checkbox
              key={key._id}
              label={key.prefix === null ? key.name : `${bidiIsolate(key.name)} (${key.prefix}…)`}
              checked={chosen.some(({ _id }) => _id === key._id)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, key] : chosen.filter(({ _id }) => _id !== key._id),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function several(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
