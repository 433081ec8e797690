import { expect, test } from "vitest";
import { resources } from "@/lib/resources/index";
import { availableColumns, defaultColumns } from "./list-columns";

test("each column that a definition lists can be shown", () => {
  for (const resource of resources.values()) {
    const possible = availableColumns(resource).map(({ name }) => name);
    expect(possible, resource.path).toEqual(expect.arrayContaining([...(resource.listed ?? [])]));
  }
});

test("each list shows a column beside the times", () => {
  for (const resource of resources.values()) {
    const names = defaultColumns(resource).map(({ name }) => name);
    expect(
      names.filter((name) => name !== resource.timeField),
      resource.path,
    ).not.toEqual([]);
  }
});
