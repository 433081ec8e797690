import { expect, test } from "vitest";
import { requestIdsOf, shownId, withCommonHeaders } from "./reply-headers";
import { jsonReply, listReply } from "./respond";

test("a well-formed request id is shown beside one of our own, any other is replaced", () => {
  const ids = requestIdsOf({ "x-request-id": "a.B_1-" });
  expect(shownId(ids)).toBe("a.B_1-");
  expect(ids.requestId).toMatch(/^[0-9a-f-]{36}$/);
  for (const sent of [undefined, "", "a b", "a\r\nb", "é", "x".repeat(129)]) {
    const own = requestIdsOf({ "x-request-id": sent });
    expect(own).toEqual({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(shownId(own)).toBe(own.requestId);
  }
});

test("every reply has the common headers beside its own", () => {
  const about = { requestId: "r", durationMs: 1.234, isHead: false };
  const reply = withCommonHeaders(jsonReply({ a: 1 }, { ETag: '"1-x"' }), about, {
    Vary: "Origin",
  });
  expect(reply).toEqual({
    status: 200,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      ETag: '"1-x"',
      Vary: "Origin",
      "X-Request-Id": "r",
      "Server-Timing": "total;dur=1.23",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
    },
    body: '{"a":1}',
  });
  const own = jsonReply({}, { "Cache-Control": "no-cache", Vary: "Accept" });
  const { headers } = withCommonHeaders(own, about, { Vary: "Origin" });
  expect(headers).toMatchObject({
    ...{ "Cache-Control": "no-cache", Vary: "Origin, Accept" },
  });
  expect(withCommonHeaders(jsonReply({}), { ...about, isHead: true }).body).toBe("");
});

test("a list has four keys in the reference's order, and nextCursor only with a cursor", () => {
  const page = { data: [], skip: 0, limit: 10, count: 0, hasMore: false };
  expect(listReply(page).body).toBe('{"count":0,"limit":10,"skip":0,"data":[]}');
  expect(listReply({ ...page, nextCursor: null }).body).toBe(
    '{"count":0,"limit":10,"skip":0,"data":[],"nextCursor":null}',
  );
});
