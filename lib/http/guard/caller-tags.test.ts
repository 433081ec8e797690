import { expect, test } from "vitest";
import { callerScope } from "@/lib/auth/grants/caller-scope";
import { callerTags } from "./caller-tags";

const address = "192.0.2.1";

test("a key counts for its caller from its first use until it is refused", () => {
  const tags = callerTags({});
  const request = { headers: { apikey: "toc_one" }, address };
  expect(tags.tagOf(request)).toBe(`address ${address}`);
  tags.note("toc_one", "one");
  expect([tags.tagOf(request), tags.isKnown(request)]).toEqual(["one", true]);
  tags.forget(request);
  expect([tags.tagOf(request), tags.isKnown(request)]).toEqual([`address ${address}`, false]);
});

test.each([
  ["Authorization", { authorization: "Bearer toc_one" }],
  ["X-API-Key", { "x-api-key": "toc_one" }],
])("a key in the header %s counts for its caller until it is refused", (_, headers) => {
  const tags = callerTags({});
  const request = { headers, address };
  tags.note("toc_one", "one");
  expect([tags.tagOf(request), tags.isKnown(request)]).toEqual(["one", true]);
  tags.forget(request);
  expect(tags.tagOf(request)).toBe(`address ${address}`);
});

test("keys of two callers in one request count for its address", () => {
  const tags = callerTags({});
  tags.note("toc_one", "one");
  tags.note("toc_two", "two");
  const headers = { apikey: "toc_one", "x-api-key": "toc_two" };
  expect(tags.tagOf({ headers, address })).toBe(`address ${address}`);
});

test("users behind a proxy that adds one Authorization header for all stay apart", () => {
  const tags = callerTags({});
  const of = (token: string) => ({
    headers: { authorization: "Basic c2hhcmVk", cookie: `tocsin=${token}` },
    address,
  });
  tags.note("a", "Ann");
  tags.note("b", "Ben");
  expect([tags.tagOf(of("a")), tags.tagOf(of("b"))]).toEqual(["Ann", "Ben"]);
  expect(tags.isKnown({ headers: { authorization: "Basic c2hhcmVk" }, address })).toBe(false);
});

test("the valid session counts, not the first of several cookies of its name", () => {
  const tags = callerTags({});
  const of = (cookie: string) => ({ headers: { cookie }, address });
  tags.note("a", "Ann");
  const several = of("tocsin=planted; tocsin=a");
  expect([tags.tagOf(several), tags.isKnown(several)]).toEqual(["Ann", true]);
  tags.note("b", "Ben");
  expect(tags.tagOf(of("tocsin=a; tocsin=b"))).toBe(`address ${address}`);
  tags.forget(several);
  expect(tags.isKnown(of("tocsin=a"))).toBe(false);
});

test("a key with the id of a user counts apart from the sessions of the user", () => {
  const tags = callerTags({});
  const id = "0195c8a0-0000-7000-8000-00000000000b";
  tags.note("toc_one", callerScope({ type: "apiKey", id }));
  tags.note("a", callerScope({ type: "user", id }));
  const key = { headers: { apikey: "toc_one" }, address };
  const session = { headers: { cookie: "tocsin=a" }, address };
  expect([tags.isKnown(key), tags.isKnown(session)]).toEqual([true, true]);
  expect(tags.tagOf(key)).not.toBe(tags.tagOf(session));
});
