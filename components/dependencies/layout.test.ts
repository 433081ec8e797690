import { expect, it } from "vitest";
import type { NeighborService } from "@/lib/contract/dependencies";
import { box, pictureOf } from "./layout";

const service = (
  label: string,
  needs: number | null,
  neededBy: number | null = null,
): NeighborService => ({
  ...{ _id: label, label, color: null, needs, neededBy },
  ...{ cycle: null, monitors: null, status: null },
});

it("each service stands left of those that it needs, and none covers another", () => {
  const many = Array.from({ length: 60 }, (_, place) => service(`m${place}`, 1));
  const { services, edges, width, height } = pictureOf({
    services: [service("self", null), service("up", null, 1), ...many, service("deep", 2)],
    edges: [
      { from: "up", to: "self", isInCycle: false },
      { from: "self", to: "m1", isInCycle: false },
      { from: "m1", to: "deep", isInCycle: false },
    ],
  });
  const at = (id: string) => services.find((one) => one.service._id === id);
  expect(services).toHaveLength(63);
  expect(edges).toHaveLength(3);
  expect(["up", "self", "m1", "deep"].map((id) => at(id)?.x)).toEqual(
    [0, 1, 2, 3].map((column) => column * (box.width + box.gapX)),
  );
  expect(new Set(services.map(({ x, y }) => `${x} ${y}`)).size).toBe(63);
  for (const { x, y } of services) {
    expect(x >= 0 && x + box.width <= width && y >= 0 && y + box.height <= height).toBe(true);
  }
});

it("two services that need each other stand side by side, with a curve in each direction", () => {
  const { services, edges } = pictureOf({
    services: [service("self", null), service("other", 1, 1)],
    edges: [
      { from: "self", to: "other", isInCycle: true },
      { from: "other", to: "self", isInCycle: true },
    ],
  });
  expect(services.map(({ x }) => x)).toEqual([0, box.width + box.gapX]);
  expect(new Set(edges.map(({ path }) => path)).size).toBe(2);
});

it("a service that needs itself has a picture of one", () => {
  const alone = pictureOf({
    services: [service("self", null)],
    edges: [{ from: "self", to: "self", isInCycle: true }],
  });
  expect(alone).toMatchObject({ width: box.width, height: box.height });
  expect(alone.edges[0]?.isInCycle).toBe(true);
});
