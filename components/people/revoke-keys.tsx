import { ErrorMessage } from "@/components/errors/error-message";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import type { IssuedKey } from "@/lib/client/queries/memberships";
import { deleteRecord } from "@/lib/client/saving/mutations";
import { apiKey } from "@/lib/resources/settings/api-key";

/** The revocation of keys stopped at one that was refused: `left` still work, for the reason in `cause`. */
export class KeysNotRevoked extends Error {
  readonly left: readonly IssuedKey[];
  constructor(left: readonly IssuedKey[], cause: unknown) {
    super("Keys are not revoked.", { cause });
    this.left = left;
  }
}

/** Revokes keys one after the other. Rejects with `KeysNotRevoked` at the first that is refused. */
export async function revokeKeys(keys: readonly IssuedKey[]): Promise<void> {
  for (const [place, { _id }] of keys.entries()) {
    try {
      await deleteRecord(apiKey, _id);
    } catch (cause) {
      throw new KeysNotRevoked(keys.slice(place), cause);
    }
  }
}

/** Why a step failed. Where only keys are left, it says what is done, which keys still work, and why. */
export function StepProblem(props: {
  readonly error: unknown;
  /** What is true all the same: "The access of Kenji is changed." */
  readonly done: string;
}) {
  const { error, done } = props;
  if (!(error instanceof KeysNotRevoked)) return <ErrorMessage error={error} />;
  const names = error.left.map(({ name }) => bidiIsolate(name)).join(", ");
  return (
    <>
      {done} {error.left.length === 1 ? "This key is" : "These keys are"} not revoked and still{" "}
      {error.left.length === 1 ? "works" : "work"}: {names}. <ErrorMessage error={error.cause} />
    </>
  );
}
