import { expect, test } from "vitest";
import { resources } from "@/lib/resources/index";
import { shapeOf } from "@/lib/schema/shape";
import { startBeforeEnd } from "./start-before-end";

test("the start of an interval precedes its end, and other columns stay in place", () => {
  for (const resource of resources.values()) {
    const { columns } = shapeOf(resource);
    const shown = startBeforeEnd(columns);
    const edges = shown.flatMap(({ field }) => field.edge ?? []);
    expect([[], ["start", "end"]]).toContainEqual(edges);
    const others = ({ field }: (typeof columns)[number]) => field.edge === undefined;
    expect(shown.filter(others)).toEqual(columns.filter(others));
  }
});
