import { expect, test } from "vitest";
import { defaultColumns } from "@/components/resource/list/columns/list-columns";
import { incident } from "@/lib/resources/incidents/incident";
import { projectScimLog } from "@/lib/resources/provisioning/project-scim-log";
import type { Resource } from "@/lib/schema/resource";
import { labelColumn } from "@/lib/schema/search-text/searched-columns";
import { cardColumns } from "./card-columns";

test.each([projectScimLog, incident])("a card of $plural shows a time", (resource: Resource) => {
  const facts = cardColumns(defaultColumns(resource), labelColumn(resource));
  expect(facts.map(({ field }) => field.kind)).toContain("date");
  expect(facts.length).toBeLessThanOrEqual(5);
});
