import { expect, test } from "vitest";
import { sentenceCase } from "@/components/words/sentence-case";
import { goToShortcuts, navGroups } from "./nav-groups";

const places = navGroups.flatMap(({ main, more }) => [...main, ...more]);

test("every place has one name, and no two places share one", () => {
  const names = places.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, name } of goToShortcuts.slice(1)) {
    expect(places).toContainEqual(expect.objectContaining({ path: path.slice(1), name }));
  }
});

test("what has no page of its own is called as its definition calls it, in sentence case", () => {
  for (const { resource, path, name, title } of places) {
    if (!resource || path !== resource.path) continue;
    expect(name).toBe(resource.pageTitle ?? sentenceCase(resource.plural));
    // In the menu the heading of the group may say the beginning.
    expect(name.toLowerCase().endsWith(title.toLowerCase())).toBe(true);
    // As a sentence begins: "On-call policies", "AI agent tasks".
    expect(title).toMatch(/^[A-Z][^A-Z]*$|[A-Z]{2}/);
  }
});
