import { describe, expect, test } from "vitest";
import { dataToSend, formResolver } from "@/components/resource/form/form-resolver";
import { defaultRecord, duplicateOf } from "@/components/resource/saving/default-record";
import { errorsByColumn } from "@/components/resource/saving/field-errors";
import { exampleData } from "@/lib/resources/examples/examples";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";
import { label } from "@/lib/resources/settings/label";
import { statusPagePrivateUser } from "@/lib/resources/status-pages/status-page-private-user";
import { checkData } from "@/lib/schema/record/check-data";
import { shapeOf } from "@/lib/schema/shape";
import {
  type FormValue,
  formColumns,
  impossibleDay,
  incompleteTime,
  inputError,
  isDraftable,
  toForm,
} from "./form-values";

const project = "01890000-0000-7000-8000-000000000000";
const options = { fields: {}, names: undefined, shouldUseNativeValidation: false };

describe.each([...resources.values()].filter(({ operations }) => operations.includes("create")))(
  "$path",
  (resource) => {
    const record = checkData(resource, exampleData(resource), "create");

    test("the form values of a record are sent as the record holds them", () => {
      const sent = dataToSend(resource, "create", toForm(resource), toForm(resource, record));
      const own = formColumns(resource).map(({ name }) => name);
      const wanted = Object.entries(record).filter(
        ([name]) => own.includes(name) && name !== "password",
      );
      expect(sent).toEqual(Object.fromEntries(wanted));
    });

    test("an empty form says of each required field that it is required, in its title", async () => {
      const check = formResolver(resource, "create", project, () => toForm(resource));
      const { errors } = await check(toForm(resource), undefined, options as never);
      for (const [name, error] of Object.entries(errors)) {
        expect(shapeOf(resource).byColumn.get(name)?.field.required).toBe(true);
        expect(error).toMatchObject({ message: expect.stringMatching(/^[A-Z].* is required\.$/) });
      }
    });
  },
);

test.each(["create", "update"] as const)(
  "a required name of blanks is empty on %s",
  async (writing) => {
    const first = toForm(label, writing === "create" ? {} : { name: "Kept", color: "#123456" });
    const check = formResolver(label, writing, project, () => first);
    const now = { ...first, name: "  \t ", description: "  " };
    const { errors } = await check(now, undefined, options as never);
    expect(errors["name"]).toMatchObject({ message: "Name is required." });
    expect(errors["description"]).toBeUndefined();
  },
);

test("an edit sends nothing but what changed, and empties a field by null", () => {
  const first = toForm(incident, { title: "Down", rootCause: "Disk", monitors: [project] });
  const now = { ...first, rootCause: "", monitors: [] };
  expect(dataToSend(incident, "update", first, now)).toEqual({ rootCause: null, monitors: [] });
});

test("text that is no JSON or no number is named before it is sent", async () => {
  const first = toForm(incident);
  const check = formResolver(incident, "update", project, () => first);
  const now = { ...first, customFields: '{\n  "a": 1,\n}', incidentNumber: "12x" };
  const { errors } = await check(now, undefined, options as never);
  expect(errors).toMatchObject({
    customFields: { message: "Custom fields is not valid JSON (line 3, column 1)." },
    incidentNumber: { message: "Number must be a number." },
  });
  expect(inputError({ kind: "json" }, "[1]")).toBeUndefined();
  const large = await check(
    { ...now, customFields: '{\n"id": 12345678901234567890}' },
    undefined,
    options as never,
  );
  expect(large.errors["customFields"]?.message).toBe(
    "Custom fields holds 12345678901234567890 in line 2, which would be stored as 12345678901234567000: put it in quotes.",
  );
});

test("a server's fault lands on its field under either name of a relation", () => {
  const fault = (name: string, message: string) => ({
    pointer: `/data/${name}`,
    field: name,
    message,
  });
  const found = errorsByColumn(incident, [
    fault("incidentSeverity", "incidentSeverity must be an id in the shape of a UUID."),
    fault("title", "title is required and must not be empty."),
    { pointer: "/data", field: "data", message: "data is empty." },
  ]);
  expect(Object.fromEntries(found)).toEqual({
    incidentSeverityId: "Severity must be an id in the shape of a UUID.",
    title: "Title is required.",
    "": "data is empty.",
  });
});

test("a copy leaves out what is the record's own, and a new incident begins now", () => {
  const copy = duplicateOf(incident, { title: "Down", slug: "down", incidentNumber: 4 });
  expect(copy).toEqual({ title: "Down (copy)" });
  const now = new Date("2026-01-31T09:00:00Z");
  expect(defaultRecord(incident, now)).toEqual({ declaredAt: "2026-01-31T09:00:00.000Z" });
});

test("a draft keeps what was typed, but no secret and no time that lacks a part", () => {
  expect(isDraftable({ kind: "hashed" }, "new secret 12")).toBe(false);
  expect(isDraftable({ kind: "date" }, incompleteTime)).toBe(false);
  expect(isDraftable({ kind: "date" }, impossibleDay)).toBe(false);
  expect(isDraftable({ kind: "date" }, "2026-01-31T09:00:00.000Z")).toBe(true);
  expect(isDraftable({ kind: "text" }, incompleteTime)).toBe(true);
  expect(isDraftable({ kind: "json" }, "{ half")).toBe(true);
});

test("an empty input keeps a secret, a typed text replaces it, and false removes it", () => {
  const first = toForm(statusPagePrivateUser, {});
  const sent = (password: FormValue) =>
    dataToSend(statusPagePrivateUser, "update", first, { ...first, password });
  expect(sent("")).toEqual({});
  expect(sent("new secret 12")).toEqual({ password: "new secret 12" });
  expect(sent(false)).toEqual({ password: "" });
});
