import { expect, test } from "vitest";
import { sentenceCase } from "@/components/words/sentence-case";
import { goToShortcuts, navGroups } from "./nav-groups";

const places = navGroups.flatMap(({ main, more }) => [...main, ...more]);

test("every page has one name, and no two pages share a name", () => {
  const names = places.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, name } of goToShortcuts.slice(1)) {
    expect(places).toContainEqual(expect.objectContaining({ path: path.slice(1), name }));
  }
});

test("a resource without its own page has the name of its definition, in sentence case", () => {
  for (const { resource, path, name, title } of places) {
    if (!resource || path !== resource.path) continue;
    expect(name).toBe(resource.pageTitle ?? sentenceCase(resource.plural));
    // The group's heading in the menu may replace the beginning of the name.
    expect(name.toLowerCase().endsWith(title.toLowerCase())).toBe(true);
    // The first word is capitalized, as in a sentence: "On-call policies", "AI agent tasks".
    expect(title).toMatch(/^[A-Z][^A-Z]*$|[A-Z]{2}/);
  }
});
