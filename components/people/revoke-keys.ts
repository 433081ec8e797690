import { useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { deleteRecord } from "@/lib/client/saving/mutations";
import type { IssuedKey } from "@/lib/contract/people";
import { apiKey } from "@/lib/resources/settings/api-key";

/**
 * Thrown when the revocation of a key is refused. The keys in `left` still work, for the reason in
 * `cause`. The message names them.
 */
class KeysNotRevoked extends Error {
  readonly left: readonly IssuedKey[];
  constructor(done: string, left: readonly IssuedKey[], cause: unknown) {
    const names = left.map(({ name }) => bidiIsolate(name)).join(", ");
    const are = left.length === 1 ? "This key is" : "These keys are";
    const work = left.length === 1 ? "works" : "work";
    super(`${done} ${are} not revoked and still ${work}: ${names}.`, { cause });
    this.left = left;
  }
}

/**
 * Revokes keys one by one. Rejects with `KeysNotRevoked` at the first that is refused. `done` says
 * for its message which part of the action is completed: "The access of Kenji is changed."
 */
export async function revokeKeys(keys: readonly IssuedKey[], done: string): Promise<void> {
  for (const [place, { _id }] of keys.entries()) {
    try {
      await deleteRecord(apiKey, _id);
    } catch (cause) {
      throw new KeysNotRevoked(done, keys.slice(place), cause);
    }
  }
}

/**
 * Returns the request of an action that also revokes keys, and the keys chosen for it. After
 * `KeysNotRevoked`, these are the keys that are left. `failed` is the title of a late error.
 */
export function useRevokingRequest(failed: string) {
  const [chosen, setChosen] = useState<readonly IssuedKey[]>([]);
  const request = useRequest({
    failed,
    onError: (error) => {
      if (error instanceof KeysNotRevoked) setChosen(error.left);
      return error;
    },
  });
  return { ...request, chosen, setChosen };
}
