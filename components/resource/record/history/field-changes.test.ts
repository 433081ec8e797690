import { expect, test } from "vitest";
import { alertSeverity } from "@/lib/resources/alerts/alert-severity";
import { statusPagePrivateUser } from "@/lib/resources/status-pages/status-page-private-user";
import { actorOf, channelText, fieldChanges, pastVerb } from "./field-changes";

const names = (...given: Parameters<typeof fieldChanges>) =>
  fieldChanges(...given).map(({ column, before, after }) => [column.name, before, after]);

test("returns each changed field, in the definition's order, without times and versions", () => {
  const entry = {
    before: { color: "#000000", name: "Low", updatedAt: "2026-01-01T00:00:00.000Z", version: 1 },
    after: { name: "Lower", color: "#000000", updatedAt: "2026-01-02T00:00:00.000Z", version: 2 },
  };
  expect(names(alertSeverity, entry)).toEqual([["name", "Low", "Lower"]]);
});

test("a created record has every field before as nothing", () => {
  const entry = { before: null, after: { _id: "1", name: "Low", toString: "x" } };
  expect(names(alertSeverity, entry)).toEqual([["name", null, "Low"]]);
});

test("a changed secret is returned though both sides read alike", () => {
  const entry = { before: { password: "changed" }, after: { password: "changed" } };
  expect(names(statusPagePrivateUser, entry)).toEqual([["password", "changed", "changed"]]);
});

test("returns the author, operation and channel as text", () => {
  expect(actorOf({ actorType: "apiKey", actorId: "7", actorName: "Deploys" })).toEqual({
    before: "API key ",
    name: "Deploys",
    path: "/api-key/7",
  });
  expect(actorOf({ actorType: "user", actorId: "8", actorName: null })).toEqual({
    before: "",
    name: "Unknown user",
    path: "/user/8",
  });
  expect(actorOf({ actorType: "system", actorId: null, actorName: null }).name).toBe("Tocsin");
  const start = { actorType: "system", actorId: null, actorName: "Server start" };
  expect(actorOf(start)).toEqual({ before: "System: ", name: "Server start" });
  expect(actorOf({ ...start, actorType: "user", actorId: "9" }).before).toBe("");
  expect([pastVerb("delete"), pastVerb("rotated")]).toEqual(["deleted this", "rotated"]);
  expect([channelText("console"), channelText("import"), channelText("mail")]).toEqual([
    ...["in the console", "by an import", "mail"],
  ]);
});
