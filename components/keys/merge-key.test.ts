import { expect, test } from "vitest";
import { keyFromRow } from "./key";
import { mergeKey } from "./merge-key";
import type { KeyValues } from "./use-key-form";

const original = keyFromRow({
  ...{ _id: "key", name: "Deploys", description: null, createdAt: "2026-01-01T00:00:00.000Z" },
  ...{ permissions: ["Read Incident", "Read Alert"], expiresAt: "2027-01-01T00:00:00.000Z" },
});

const untouched: KeyValues = {
  ...{ name: "Deploys", description: "", permissions: ["Read Alert", "Read Incident"] },
  ...{ expiresAt: { choice: "kept", day: "" }, isEverywhere: false, dialect: "plain" },
};

test("a field that only the other side changed is merged", () => {
  const theirs = { ...original, note: "Theirs", expiresAt: null };
  const merged = mergeKey(original, theirs, { ...untouched, name: "Mine" });
  expect(merged).toEqual({ taken: ["description", "expiresAt"], conflicts: [] });
});

test("a field that both sides changed to different values is a conflict", () => {
  const theirs = { ...original, name: "Theirs", expiresAt: null, permissions: ["Read Label"] };
  const mine: KeyValues = {
    ...{ ...untouched, name: "Mine", permissions: ["Read Incident"] },
    expiresAt: { choice: "30", day: "" },
  };
  const conflicts = ["name", "expiresAt", "permissions"];
  expect(mergeKey(original, theirs, mine)).toEqual({ taken: [], conflicts });
});

test("a field that both sides changed alike is neither", () => {
  const theirs = { ...original, name: "Same", expiresAt: null };
  const mine: KeyValues = {
    ...{ ...untouched, name: " Same ", expiresAt: { choice: "never", day: "" } },
  };
  expect(mergeKey(original, theirs, mine)).toEqual({ taken: [], conflicts: [] });
});
