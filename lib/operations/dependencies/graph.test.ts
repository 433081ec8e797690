import { expect, it } from "vitest";
import { cyclesOf, type Edge, graphOf, stepsFrom } from "./graph";

it("impact, steps and cycles equal brute force for random graphs with cycles", () => {
  for (let round = 0; round < 1_000; round += 1) {
    const random = generator(round + 1);
    const ids = Array.from({ length: 2 + Math.floor(random() * 12) }, (_, place) => `s${place}`);
    const anyId = () => ids[Math.floor(random() * ids.length)] ?? "s0";
    const edges: Edge[] = Array.from({ length: Math.floor(random() * ids.length * 2) }, () => ({
      ...{ from: anyId(), to: anyId() },
    }));
    const hidden = random() < 0.5 ? anyId() : undefined;
    const known = new Set(ids.filter((id) => id !== hidden));
    const graph = graphOf(edges, known);
    const walks = shortestWalks([...known], edges);
    const cycles = cyclesOf(graph);
    const told: unknown[] = [];
    const counted: unknown[] = [];
    for (const one of known) {
      const needed = stepsFrom(one, graph.needs);
      const affected = stepsFrom(one, graph.neededBy);
      for (const other of known) {
        const isMutual = walks.has(`${one} ${other}`) && walks.has(`${other} ${one}`);
        told.push(cycles.has(one) && cycles.get(one) === cycles.get(other));
        counted.push(isMutual);
        if (one === other) continue;
        told.push(needed.get(other), affected.get(other));
        counted.push(walks.get(`${one} ${other}`), walks.get(`${other} ${one}`));
      }
      told.push([...needed.keys(), ...affected.keys()].includes(String(hidden)));
      counted.push(false);
    }
    expect(told).toEqual(counted);
  }
});

it("a long chain and a long cycle need no deep stack", () => {
  const count = 20_000;
  const edges = Array.from({ length: count }, (_, place) => ({
    ...{ from: `s${place}`, to: `s${(place + 1) % count}` },
  }));
  const graph = graphOf(edges, new Set(edges.map(({ from }) => from)));
  expect(cyclesOf(graph).size).toBe(count);
  expect(stepsFrom("s0", graph.needs).get(`s${count - 1}`)).toBe(count - 1);
});

/** Returns the length of the shortest walk of one or more edges between each two (Floyd, Warshall). */
function shortestWalks(ids: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const walks = new Map<string, number>();
  for (const { from, to } of edges)
    if (ids.includes(from) && ids.includes(to)) walks.set(`${from} ${to}`, 1);
  for (const over of ids)
    for (const from of ids)
      for (const to of ids) {
        const [first, second] = [walks.get(`${from} ${over}`), walks.get(`${over} ${to}`)];
        if (first === undefined || second === undefined) continue;
        const known = walks.get(`${from} ${to}`) ?? Number.POSITIVE_INFINITY;
        walks.set(`${from} ${to}`, Math.min(known, first + second));
      }
  return walks;
}

/** Returns a generator of numbers from 0 to 1 that repeats for the same seed (Park and Miller). */
function generator(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
