import { expect, test } from "vitest";
import { incident } from "@/lib/resources/incident";
import { projectScimLog } from "@/lib/resources/project-scim-log";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn } from "@/lib/schema/searched";
import { cardColumns } from "./card-facts";
import { defaultColumns } from "./shown-columns";

test.each([projectScimLog, incident])("a card of $plural says when", (resource: Resource) => {
  const facts = cardColumns(defaultColumns(resource), labelColumn(resource));
  expect(facts.map(({ field }) => field.kind)).toContain("date");
  expect(facts.length).toBeLessThanOrEqual(5);
});
