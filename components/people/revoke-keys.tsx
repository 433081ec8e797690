import { ErrorMessage } from "@/components/errors/error-message";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { deleteRecord } from "@/lib/client/saving/mutations";
import type { IssuedKey } from "@/lib/contract/people";
import { apiKey } from "@/lib/resources/settings/api-key";

/**
 * Thrown when the revocation of a key is refused. The keys in `left` still work, for the reason in
 * `cause`.
 */
export class KeysNotRevoked extends Error {
  readonly left: readonly IssuedKey[];
  constructor(left: readonly IssuedKey[], cause: unknown) {
    super("Keys are not revoked.", { cause });
    this.left = left;
  }
}

/** Revokes keys one by one. Rejects with `KeysNotRevoked` at the first that is refused. */
export async function revokeKeys(keys: readonly IssuedKey[]): Promise<void> {
  for (const [place, { _id }] of keys.entries()) {
    try {
      await deleteRecord(apiKey, _id);
    } catch (cause) {
      throw new KeysNotRevoked(keys.slice(place), cause);
    }
  }
}

/**
 * Shows why a step failed. If only keys remain, it names the completed part, the keys that still
 * work, and the reason.
 */
export function StepProblem(props: {
  readonly error: unknown;
  /** The completed part of the step: "The access of Kenji is changed." */
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
