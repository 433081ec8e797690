import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { etagOf, isUnchanged, versionsIn } from "./etag";

const tag = etagOf(3, ["_id", "title"]);

describe("etagOf", () => {
  test("differs by version and by fields shown", () => {
    const tags = [tag, etagOf(4, ["_id", "title"]), etagOf(3, ["_id"]), etagOf(3, [])];
    expect(new Set(tags).size).toBe(4);
    expect(etagOf(3, ["_id", "title"])).toBe(tag);
    expect(tag).toMatch(/^"3-[\w-]{11}"$/);
  });
});

describe("isUnchanged", () => {
  test.each([tag, `W/${tag}`, `"1-x", ${tag}`, ` "a,b" ,W/${tag} `, "*"])(
    "holds for %s",
    (header) => {
      expect(isUnchanged(header, tag)).toBe(true);
    },
  );

  test.each([undefined, "", '"3"', tag.slice(1), `${tag} "x"`, '"3-other"'])(
    "does not hold for %s",
    (header) => {
      expect(isUnchanged(header, tag)).toBe(false);
    },
  );
});

describe("versionsIn", () => {
  test.each([undefined, "*", " * "])("lets %s start from any version", (header) => {
    expect(versionsIn(header)).toBeUndefined();
  });

  test.each([
    [tag, [3]],
    [`W/${tag}`, [3]],
    ['"3-gzip-a"', [3]],
    [`${tag}, "4-x","3-y"`, [3, 4]],
    ['"other", "5-x"', [5]],
  ])("reads %s as %j", (header, versions) => {
    expect(versionsIn(header)).toEqual(versions);
  });

  test.each([
    "",
    "3",
    '"3',
    '"abc"',
    '"-3-x"',
    `${tag} ${tag}`,
    `*, ${tag}`,
    '"99999999999999999-x"',
  ])("refuses %s with 412", (header) => {
    expect(() => versionsIn(header)).toThrow(AppError);
  });

  test("refuses more than ten versions", () => {
    const header = Array.from({ length: 11 }, (_, index) => `"${index}-x"`).join();
    expect(() => versionsIn(header)).toThrow(AppError);
  });
});
