import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alertSeverity } from "@/lib/resources/alerts/alert-severity";
import { incident } from "@/lib/resources/incidents/incident";
import {
  clearDrafts,
  type Draft,
  type DraftKey,
  deleteDraft,
  readDraft,
  saveDraft,
} from "./drafts";

const place: DraftKey = {
  person: "mia",
  project: "acme",
  resource: alertSeverity,
  record: "new",
};
const draft: Draft = {
  values: { name: "Low" },
  first: { name: "" },
  at: "2026-01-01T14:02:00.000Z",
  etag: '"3"',
};

/** The storage of a tab as browsers give it; `room` is how many characters still fit. */
function tabStorage(room = 10_000): Storage {
  const held: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      held[key] = value;
    },
    removeItem: (key: string) => {
      delete held[key];
    },
  };
  const plain = (name: string) => Object.hasOwn(methods, name);
  return new Proxy(held, {
    get: (_, name) => (plain(String(name)) ? Reflect.get(methods, name) : held[String(name)]),
  }) as unknown as Storage;
}

beforeEach(() => vi.stubGlobal("sessionStorage", tabStorage()));
afterEach(() => vi.unstubAllGlobals());

test("what was kept is read again, until it is dropped", () => {
  expect(readDraft(place)).toBeUndefined();
  saveDraft(place, draft);
  expect(readDraft(place)).toEqual(draft);
  deleteDraft(place);
  expect(readDraft(place)).toBeUndefined();
});

test("nobody else's form finds it, no other record's and none of another shape", () => {
  saveDraft(place, draft);
  const { name: _, ...fewer } = alertSeverity.fields;
  const others: Partial<DraftKey>[] = [
    ...[{ person: "tom" }, { project: "other" }, { record: "1" }, { resource: incident }],
    { resource: { ...alertSeverity, fields: fewer } },
  ];
  for (const other of others) expect(readDraft({ ...place, ...other })).toBeUndefined();
});

test("text that is no draft is none", () => {
  saveDraft(place, draft);
  const [key = ""] = Object.keys(sessionStorage);
  for (const text of ["{", "null", "7", '{"values":{}}']) {
    sessionStorage.setItem(key, text);
    expect(readDraft(place)).toBeUndefined();
  }
});

test("a full storage keeps the older draft", () => {
  vi.stubGlobal("sessionStorage", tabStorage(200));
  saveDraft(place, draft);
  saveDraft(place, { ...draft, values: { name: "x".repeat(500) } });
  expect(readDraft(place)).toEqual(draft);
});

test("signing out forgets all drafts and nothing else", () => {
  saveDraft(place, draft);
  saveDraft({ ...place, person: "tom" }, draft);
  sessionStorage.setItem("theme", "dark");
  clearDrafts();
  expect(Object.keys(sessionStorage)).toEqual(["theme"]);
});

test("without a storage nothing is kept and nothing fails", () => {
  vi.stubGlobal("sessionStorage", undefined);
  saveDraft(place, draft);
  expect(readDraft(place)).toBeUndefined();
  clearDrafts();
});
