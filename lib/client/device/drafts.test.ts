import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alertSeverity } from "@/lib/resources/alerts/alert-severity";
import { incident } from "@/lib/resources/incidents/incident";
import { tabStorage } from "@/tests/fixtures/tab-storage";
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

beforeEach(() => vi.stubGlobal("sessionStorage", tabStorage()));
afterEach(() => vi.unstubAllGlobals());

test("a saved draft is read until it is deleted", () => {
  expect(readDraft(place)).toBeUndefined();
  saveDraft(place, draft);
  expect(readDraft(place)).toEqual(draft);
  deleteDraft(place);
  expect(readDraft(place)).toBeUndefined();
});

test("a draft is not found for another user, record or form shape", () => {
  saveDraft(place, draft);
  const { name: _, ...fewer } = alertSeverity.fields;
  const others: Partial<DraftKey>[] = [
    ...[{ person: "tom" }, { project: "other" }, { record: "1" }, { resource: incident }],
    { resource: { ...alertSeverity, fields: fewer } },
  ];
  for (const other of others) expect(readDraft({ ...place, ...other })).toBeUndefined();
});

test("text that is not a draft is ignored", () => {
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

test("signing out deletes all drafts and nothing else", () => {
  saveDraft(place, draft);
  saveDraft({ ...place, person: "tom" }, draft);
  sessionStorage.setItem("theme", "dark");
  clearDrafts();
  expect(Object.keys(sessionStorage)).toEqual(["theme"]);
});

test("without storage nothing is saved and nothing fails", () => {
  vi.stubGlobal("sessionStorage", undefined);
  saveDraft(place, draft);
  expect(readDraft(place)).toBeUndefined();
  clearDrafts();
});
