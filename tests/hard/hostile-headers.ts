import fc from "fast-check";
import type { Resource } from "@/lib/schema/resource";
import { nameFor } from "./hostile-names";
import { texts } from "./hostile-values";
import { oneIn, pickOne } from "./pick-one";

type Pick = fc.GeneratorValue;

/** Returns a random query string, from valid to hostile. */
export function queryString(pick: Pick, resource: Resource): string {
  const one = nameFor(pick, resource);
  const text = pickOne(pick, texts).toWellFormed();
  return pick(
    fc.constantFrom,
    ...["limit=5", "limit=0", "limit=-1", "limit=1e3", "limit=&skip=", "skip=1000001", "skip=0x1"],
    ...[
      "limit=5&limit=6",
      "count=none",
      "count=2",
      "cursor=",
      "cursor=AAAA",
      "%",
      "%zz=%ff",
      "&&&=",
    ],
    ...["cursor=W10", "cursor=WyJjcmVhdGVkQXQgZGVzYyIsW251bGxdLCJ4Il0", "__proto__=1", "data={}"],
    `select=${encodeURIComponent(JSON.stringify({ [one]: true }))}`,
    `query=${encodeURIComponent(JSON.stringify({ [one]: text }))}`,
    `sort=${encodeURIComponent(JSON.stringify({ [one]: text }))}`,
    `limit=${encodeURIComponent(text.slice(0, 500))}`,
    `cursor=${encodeURIComponent(text.slice(0, 500))}`,
    `query=${encodeURIComponent(text.slice(0, 500))}`,
    `apikey=${encodeURIComponent(text.slice(0, 50))}`,
  );
}

/** Returns random headers, mostly with one of the keys. */
export function headersFor(
  pick: Pick,
  keys: readonly string[],
  hasBody: boolean,
): Record<string, string> {
  const strange = pickOne(pick, strangeHeaders);
  const key = oneIn(pick, 25)
    ? pick(
        fc.constantFrom,
        "",
        " ",
        "x",
        "toc_x",
        "k".repeat(300),
        "ключ",
        `${keys[0]}, ${keys[1]}`,
      )
    : pickOne(pick, keys);
  return {
    ...(hasBody && { "content-type": "application/json" }),
    ...(oneIn(pick, 4) && strange),
    ...(oneIn(pick, 40) ? {} : { apikey: key }),
  };
}

const strangeHeaders: readonly Record<string, string>[] = [
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=latin1" },
  { "content-type": "application/json;" },
  { "content-type": 'application/json; charset="UTF-8"' },
  { "content-encoding": "gzip" },
  { "if-match": "*" },
  { "if-match": '"1-abc"' },
  { "if-match": 'W/"1-x", "2-y"' },
  { "if-match": "nonsense" },
  { "if-match": '"999999999999999999-x"' },
  { "if-none-match": "*" },
  { "if-none-match": '"' },
  { "idempotency-key": "one" },
  { "idempotency-key": "two" },
  { "idempotency-key": "" },
  { "idempotency-key": "k".repeat(256) },
  { "idempotency-key": "ключ" },
  { "x-request-id": "mine-1" },
  { "x-request-id": "a\r\nSet-Cookie: x=1" },
  { "x-request-id": "x".repeat(129) },
  { "x-middleware-subrequest": "middleware" },
  { "x-http-method-override": "DELETE" },
  { projectid: "00000000-0000-0000-0000-000000000000", "is-multi-tenant-query": "true" },
  { cookie: "session=1", authorization: "Bearer x" },
];
