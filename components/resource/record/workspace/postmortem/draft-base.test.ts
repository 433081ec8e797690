import { expect, test } from "vitest";
import { draftBase } from "./draft-base";

const read = { record: { _id: "1", title: "Outage", postmortemNote: "Theirs" }, etag: '"2-a"' };
const draft = { values: { text: "Mine" }, first: { text: "Old" }, at: "2030-01-01T00:00:00.000Z" };

test("a kept text is based on the version that it was written on", () => {
  expect(draftBase({ ...draft, etag: '"1-a"' }, read, "postmortemNote")).toEqual({
    ...{ record: { _id: "1", title: "Outage", postmortemNote: "Old" }, etag: '"1-a"' },
  });
  const first = { text: null };
  const empty = draftBase({ ...draft, first, etag: '"1-a"' }, read, "postmortemNote");
  expect(empty.record["postmortemNote"]).toBeNull();
});

test("without a draft, or with one of an unknown version, the base is the version read", () => {
  expect(draftBase(undefined, read, "postmortemNote")).toBe(read);
  expect(draftBase(draft, read, "postmortemNote")).toBe(read);
});
