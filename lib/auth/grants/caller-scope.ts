import type { Caller } from "./caller";

const known = new WeakMap<object, string>();

/**
 * Returns the name under which limits of a caller are counted and its replies are stored. A client
 * may choose the id of a key, so a key and a user can have the same id, but not the same scope.
 */
export function callerScope(caller: Pick<Caller, "type" | "id">): string {
  const made = known.get(caller);
  if (made !== undefined) return made;
  const scope = `${caller.type} ${caller.id}`;
  // Performance: one caller serves many requests of a second.
  known.set(caller, scope);
  return scope;
}
