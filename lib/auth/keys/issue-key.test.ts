import { describe, expect, it } from "vitest";
import { type Caller, everyProject } from "@/lib/auth/grants/caller";
import { isAppError } from "@/lib/errors";
import type { JsonObject } from "@/lib/schema/json";
import type { Row } from "@/lib/schema/row";
import { changedPermissions, issueKey } from "./issue-key";
import { rotateKey } from "./rotate-key";
import { hashSecret } from "./secret";

const now = new Date("2030-01-01T00:00:00.000Z");
const deployment = caller({ [everyProject]: ["Project Owner"] });
const adminOfA = caller({ a: ["Project Admin"] });

describe("a new key", () => {
  it("comes with its hash and prefix, and each permission once", () => {
    const data = {
      permissions: ["Read Incident", "Project Member", "Read Incident"],
      projectId: "a",
    };
    const { key, columns } = issueKey({ caller: adminOfA, data, now });
    expect(columns).toEqual({
      permissions: ["Read Incident", "Project Member"],
      keyHash: hashSecret(key),
      prefix: key.slice(0, 10),
    });
  });

  it.each<[string, JsonObject, string, string]>([
    ["no permissions", {}, "/data/permissions", "at least one"],
    ["an empty list", { permissions: [] }, "/data/permissions", "at least one"],
    ["a text", { permissions: "Read Incident" }, "/data/permissions", "array"],
    ["a number", { permissions: ["Read Incident", 7] }, "/data/permissions/1", "as text"],
    ["a near miss", { permissions: ["read incidnt"] }, "/data/permissions/0", '"Read Incident"'],
    ["nonsense", { permissions: ["xyzzy plugh 42"] }, "/data/permissions/0", "may only hold"],
    ["an inherited name", { permissions: ["constructor"] }, "/data/permissions/0", "permission"],
    [
      "an expiry in the past",
      { permissions: ["Read Incident"], expiresAt: now.toISOString() },
      "/data/expiresAt",
      "future",
    ],
  ])("is refused for %s", (_, data, pointer, part) => {
    const error = refusal(() => issueKey({ caller: deployment, data, now }));
    expect(error.code).toBe("validation");
    const fault = error.details.faults?.find((each) => each.pointer === pointer);
    expect(fault?.message).toContain(part);
  });

  it.each<[string, Caller, JsonObject]>([
    ["a role above one's own", adminOfA, { permissions: ["Project Owner"], projectId: "a" }],
    ["another project", adminOfA, { permissions: ["Read Incident"], projectId: "b" }],
    ["the deployment from one project", adminOfA, { permissions: ["Read Incident"] }],
    ["the deployment by null", adminOfA, { permissions: ["Read Incident"], projectId: null }],
    [
      "a title not held",
      caller({ a: ["Create API Key"] }),
      { permissions: ["Read Incident"], projectId: "a" },
    ],
    [
      "the deployment what is held in one project",
      caller({ [everyProject]: ["Create API Key"], a: ["Project Owner"] }),
      { permissions: ["Read Incident"] },
    ],
    [
      "a project named like the deployment",
      adminOfA,
      { permissions: ["Read Incident"], projectId: "*" },
    ],
  ])("cannot grant %s", (_, by, data) => {
    expect(refusal(() => issueKey({ caller: by, data, now })).code).toBe("forbidden");
  });

  it("names the missing project", () => {
    const data = { permissions: ["Read Incident"] };
    const error = refusal(() => issueKey({ caller: adminOfA, data, now }));
    expect(error.message).toContain("without projectId");
  });

  it("may grant in one project a permission held in all", () => {
    const data = { permissions: ["Project Owner"], projectId: "a" };
    expect(issueKey({ caller: deployment, data, now }).key).toMatch(/^toc_/);
    expect(
      issueKey({ caller: deployment, data: { ...data, projectId: null }, now }).key,
    ).toBeTruthy();
  });
});

describe("new permissions of a key", () => {
  it("need a caller with the old and the new ones", () => {
    const before = { projectId: "a", permissions: ["Read Incident"] };
    expect(changedPermissions(adminOfA, before, ["Project Admin"])).toEqual(["Project Admin"]);
    const above = { projectId: "a", permissions: ["Project Owner"] };
    expect(refusal(() => changedPermissions(adminOfA, above, ["Read Incident"])).code).toBe(
      "forbidden",
    );
    expect(refusal(() => changedPermissions(adminOfA, before, ["Project Owner"])).code).toBe(
      "forbidden",
    );
    expect(refusal(() => changedPermissions(adminOfA, before, [])).code).toBe("validation");
  });
});

describe("rotation", () => {
  const row: Row = {
    projectId: "a",
    permissions: ["Project Admin"],
    keyHash: "old",
    revokedAt: null,
  };

  it("replaces the secret at once, or after an overlap", () => {
    const { key, columns } = rotateKey({ caller: adminOfA, row, data: {}, now });
    expect(columns).toEqual({
      keyHash: hashSecret(key),
      prefix: key.slice(0, 10),
      previousKeyHash: null,
      previousKeyEndsAt: null,
    });
    const later = rotateKey({ caller: adminOfA, row, data: { overlapMinutes: 10_080 }, now });
    expect(later.columns["previousKeyHash"]).toBe("old");
    expect(later.columns["previousKeyEndsAt"]).toBe("2030-01-08T00:00:00.000Z");
  });

  it.each([-1, 10_081, 1.5, "5", true, Number.NaN, []])(
    "refuses an overlap of %j",
    (overlapMinutes) => {
      const error = refusal(() =>
        rotateKey({ caller: adminOfA, row, data: { overlapMinutes }, now }),
      );
      expect(error.details.faults?.[0]?.pointer).toBe("/data/overlapMinutes");
    },
  );

  it("refuses unknown fields, ended keys and keys stronger than the caller", () => {
    const by = (change: Row, data: JsonObject = {}) =>
      refusal(() => rotateKey({ caller: adminOfA, row: { ...row, ...change }, data, now })).code;
    expect(by({}, { overlap: 5 })).toBe("validation");
    expect(by({ revokedAt: "2029-01-01T00:00:00.000Z" })).toBe("conflict");
    expect(by({ expiresAt: "2029-01-01T00:00:00.000Z" })).toBe("conflict");
    expect(by({ permissions: ["Project Owner"] })).toBe("forbidden");
    expect(by({ projectId: null })).toBe("forbidden");
  });
});

function caller(grants: Readonly<Record<string, readonly string[]>>): Caller {
  const sets = Object.entries(grants).map(([id, held]): [string, Set<string>] => [
    id,
    new Set(held),
  ]);
  return { type: "apiKey", id: "k", name: "Test", grants: new Map(sets) };
}

function refusal(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}
