import { expect, test } from "vitest";
import { callerTags } from "./caller-tags";

const address = "192.0.2.1";

test("a key counts for its caller from its first use until it is refused", () => {
  const tags = callerTags({});
  const request = { headers: { apikey: "toc_one" }, address };
  expect(tags.tagOf(request)).toBe(`address ${address}`);
  tags.note(request, "one");
  expect([tags.tagOf(request), tags.isKnown(request)]).toEqual(["one", true]);
  tags.forget(request);
  expect([tags.tagOf(request), tags.isKnown(request)]).toEqual([`address ${address}`, false]);
});

test("people behind a proxy that adds one Authorization header for all stay apart", () => {
  const tags = callerTags({});
  const of = (token: string) => ({
    headers: { authorization: "Basic c2hhcmVk", cookie: `tocsin=${token}` },
    address,
  });
  tags.note(of("a"), "Ann");
  tags.note(of("b"), "Ben");
  expect([tags.tagOf(of("a")), tags.tagOf(of("b"))]).toEqual(["Ann", "Ben"]);
  expect(tags.isKnown({ headers: { authorization: "Basic c2hhcmVk" }, address })).toBe(false);
});
