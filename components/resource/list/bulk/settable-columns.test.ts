import { expect, test } from "vitest";
import { titleOf } from "@/components/words/field-title";
import { resourceAt, resources } from "@/lib/resources/index";
import { settableColumns } from "./settable-columns";

test.each([
  ["incident", ["State", "Severity"]],
  ["alert", ["State", "Severity"]],
  ["monitor", ["Status"]],
  ["incident-member", ["Role", "Person"]],
  ["incident-owner-user", ["Owner", "Incident"]],
  ["ai-agent-task", ["Agent"]],
])("for several %s the most shared fields are offered first", (path, first) => {
  const resource = resourceAt(path);
  const titles = resource ? settableColumns(resource).map(titleOf) : [];
  expect(titles.slice(0, first.length)).toEqual(first);
});

test("the name of a record comes last, and every field is offered once", () => {
  for (const resource of resources.values()) {
    const names = settableColumns(resource).map(({ name }) => name);
    if (names.includes(resource.label)) expect(names.at(-1)).toBe(resource.label);
    expect(new Set(names).size).toBe(names.length);
  }
});

test("the place in an order is not offered, because no two records share it", () => {
  for (const resource of resources.values()) {
    const places = settableColumns(resource).filter(({ field }) => field.ordersWithin);
    expect(places).toEqual([]);
  }
});
