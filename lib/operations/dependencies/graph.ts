/** A dependency: `from` needs `to`. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The dependencies of services in both directions. */
export interface Graph {
  readonly needs: ReadonlyMap<string, readonly string[]>;
  readonly neededBy: ReadonlyMap<string, readonly string[]>;
}

/** Returns the graph of the edges between known services. All others do not exist for the caller. */
export function graphOf(edges: readonly Edge[], known: ReadonlySet<string>): Graph {
  const needs = new Map<string, string[]>();
  const neededBy = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (!known.has(from) || !known.has(to)) continue;
    add(needs, from, to);
    add(neededBy, to, from);
  }
  return { needs, neededBy };
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Returns the steps from a service to each one that is reached, itself not included. */
export function stepsFrom(
  start: string,
  next: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const steps = new Map<string, number>([[start, 0]]);
  // A map is read in the order of its entries, those added meanwhile too: it is its own queue.
  for (const [id, count] of steps) {
    for (const other of next.get(id) ?? []) if (!steps.has(other)) steps.set(other, count + 1);
  }
  steps.delete(start);
  return steps;
}

/**
 * Returns the number of the cycle of each service that needs itself in one or more steps. Services
 * that need each other have the same number: the strongly connected components (Kosaraju, 1978),
 * without recursion.
 */
export function cyclesOf({ needs, neededBy }: Graph): ReadonlyMap<string, number> {
  const cycles = new Map<string, number>();
  const seen = new Set<string>();
  let found = 0;
  for (const id of finished(needs).toReversed()) {
    const members = unseenFrom(id, neededBy, seen);
    const isAlone = members.length === 1 && !needs.get(id)?.includes(id);
    if (members.length === 0 || isAlone) continue;
    for (const member of members) cycles.set(member, found);
    found += 1;
  }
  return cycles;
}

/** Returns the services that a search finds and none has seen before, and marks them as seen. */
function unseenFrom(start: string, next: Graph["neededBy"], seen: Set<string>): readonly string[] {
  if (seen.has(start)) return [];
  seen.add(start);
  const members = [start];
  // An array is read with the items that are added meanwhile: it is its own queue.
  for (const member of members) {
    for (const other of next.get(member) ?? []) {
      if (!seen.has(other)) members.push(other);
      seen.add(other);
    }
  }
  return members;
}

/** Returns the services in the order in which a search in depth leaves them. */
function finished(needs: Graph["needs"]): string[] {
  const left: string[] = [];
  const seen = new Set<string>();
  const enter = (id: string) => {
    seen.add(id);
    return { id, next: (needs.get(id) ?? []).values() };
  };
  for (const root of needs.keys()) {
    const path = seen.has(root) ? [] : [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { value: other, done } = top.next.next();
      if (done) left.push(path.pop()?.id ?? top.id);
      else if (!seen.has(other)) path.push(enter(other));
    }
  }
  return left;
}
