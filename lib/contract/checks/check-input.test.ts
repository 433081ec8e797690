import { expect, it } from "vitest";
import { z } from "zod";
import { access } from "@/lib/contract/access";
import { renameMe } from "@/lib/contract/account";
import { repair } from "@/lib/contract/integrity";
import { labels } from "@/lib/contract/labels";
import { search } from "@/lib/contract/search";
import { acceptInvitation } from "@/lib/contract/session";
import { isAppError } from "@/lib/errors";
import { checkBody, checkQuery } from "./check-input";

function messages(check: () => unknown): string[] {
  try {
    check();
  } catch (error) {
    if (isAppError(error)) return error.details.faults?.map(({ message }) => message) ?? [];
  }
  return [];
}

const id = "0190A000-0000-7000-8000-00000000000A";

it("tells every fault of a body at once, unknown names first", () => {
  const body = { token: 5, password: null, naem: "x", nothing: 1 };
  expect(messages(() => checkBody(acceptInvitation.body, body))).toEqual([
    '"naem" is not a field of this request. Did you mean name?',
    '"nothing" is not a field of this request.',
    "token must be text.",
    "password is missing. Send it as text.",
  ]);
  expect(messages(() => checkBody(renameMe.body, { data: { nam: "" } }))).toEqual([
    '"nam" is not a field of this request. Did you mean name?',
    "name is missing. Send it as text.",
  ]);
  expect(messages(() => checkBody(renameMe.body, { data: [] }))).toEqual([
    'data must be an object such as {"name": "Mia"}.',
  ]);
});

it("counts null as an absent optional text", () => {
  const read = checkBody(acceptInvitation.body, { token: "t", password: "p", name: null });
  expect(read.name).toBeUndefined();
});

it("tells every fault of a query at once, also between parameters", () => {
  const query = new URLSearchParams(`resource=incidnt&operation=see&projectId=5&key=${id}`);
  query.append("user", id);
  expect(messages(() => checkQuery(access.query, query))).toEqual([
    "resource must name a resource by its path; did you mean incident?",
    "operation must be one of list, get, count, create, update, delete.",
    "projectId must be an id (a UUID).",
    "user cannot stand beside key: ask about one of them.",
  ]);
  expect(messages(() => checkQuery(search.query, new URLSearchParams("limit=0")))).toEqual([
    "q is missing: say what to look for.",
    "limit must be a whole number, 1 or more.",
  ]);
});

it("refuses a parameter that is there twice", () => {
  const query = new URLSearchParams("q=a&q=b");
  expect(messages(() => checkQuery(search.query, query))).toEqual([
    '"q" is there more than once. Send it once.',
  ]);
});

it("reads ids in lower case", () => {
  const query = new URLSearchParams(`q=a&projectId=${id}`);
  expect(checkQuery(search.query, query)).toEqual({
    ...{ q: "a", limit: "20", words: "all", projectId: id.toLowerCase() },
  });
});

it("names the list of a wrong id, and the field of a wrong path", () => {
  const ids = { incident: [id, "x"], nothing: [], __proto__: null };
  expect(messages(() => checkBody(labels.body, { ids }))).toEqual([
    "incident must hold ids (UUIDs) only.",
    "ids must name a resource by its path.",
  ]);
  expect(messages(() => checkBody(labels.body, {}))).toEqual([
    'ids must be an object such as {"incident": ["…"]}.',
  ]);
});

it("reads a cursor of one or two ids", () => {
  const read = (cursor: unknown) =>
    messages(() => checkBody(repair.body, { projectId: id, cursor }));
  for (const cursor of [undefined, "", id, `~${id}`, `${id}~${id}`])
    expect(read(cursor)).toEqual([]);
  for (const cursor of [null, 5, "x", "~", `${id}~`, `${id}~${id}~${id}`]) {
    expect(read(cursor)).toEqual([
      "cursor must be a nextCursor of an earlier answer, or absent for the first request.",
    ]);
  }
});

it("finds unknown names in objects within the body", () => {
  const schema = z.strictObject({ data: z.strictObject({ name: z.string() }) });
  expect(messages(() => checkBody(schema, { data: { name: "", nmae: "" } }))).toEqual([
    '"nmae" is not a field of this request. Did you mean name?',
  ]);
});
