import { expect, it } from "vitest";
import { repairPageRequest } from "./page-requests";

const repaired = (state: string, url = "/docs") => {
  const request = { headers: { "next-router-state-tree": state }, url };
  repairPageRequest(request);
  return request;
};

it.each([
  ["", {}],
  ["", { children: ["docs", { children: ["__PAGE__", {}] }] }, null, "refetch"],
  ["", { children: [["project", "acme", "d", null], {}, ["/a", "b"], null, 4, "x"] }, null, null],
])("keeps a state of the router: %j", (...state) => {
  const text = encodeURIComponent(JSON.stringify(state));
  expect(repaired(text).headers).toEqual({ "next-router-state-tree": text });
});

it.each([
  "garbage",
  "%",
  "[[[[[[[",
  '{"a":1}',
  "[]",
  '["",{"a":1}]',
  '["",{},1]',
  "x".repeat(9_000),
])("removes an unreadable state: %.20s", (state) => {
  expect(repaired(state).headers).toEqual({});
  expect(repaired(encodeURIComponent(state)).headers).toEqual({});
});

it.each([
  ["/_global-error", "/_not-found"],
  ["//_global-error?x=1", "/_not-found"],
  ["/_global-error.rsc", "/_not-found"],
  ["/p/acme/_global-error", "/p/acme/_global-error"],
])("the address %s becomes %s", (url, expected) => {
  expect(repaired("", url).url).toBe(expected);
});
