import { expect, test } from "vitest";
import { alertSeverity } from "@/lib/resources/alerts/alert-severity";
import { projectScimLog } from "@/lib/resources/provisioning/project-scim-log";
import { exampleCalls, languages, program } from "./example-calls";

const id = "01890000-0000-7000-8000-000000000000";

test("a read-only record shows no call that writes", () => {
  expect(exampleCalls(projectScimLog, { _id: id }).map(({ title }) => title)).toEqual([
    "Read it",
    "List others",
  ]);
  expect(exampleCalls(alertSeverity, { _id: id }).map(({ method }) => method)).toEqual([
    ...["GET", "PUT", "DELETE", "POST", "POST"],
  ]);
});

test("the call that creates a copy leaves out unique values", () => {
  const record = {
    ...{ _id: id, projectId: "p", name: "Low", color: "#00ff00", description: null, order: 3 },
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  const [, change, , create] = exampleCalls(alertSeverity, record);
  expect(change?.body).toEqual({ data: { name: "Low" } });
  expect(create?.body).toEqual({
    data: { projectId: "p", name: "Low (copy)", color: "#00ff00" },
  });
});

test("a call is quoted for its language, with the key left to the environment", () => {
  const body = { data: { name: "it's", is: true, not: null } };
  const call = { title: "", method: "PUT", path: "/api/label/1", body } as const;
  const shown = languages.map((language) => program(language, "https://x.test", call));
  expect(shown[0]).toContain(`-d '{"data":{"name":"it'\\''s","is":true,"not":null}}'`);
  expect(shown[1]).toContain('"name": "it\'s"');
  expect(shown[2]).toContain(`json={"data": {"name": "it's", "is": True, "not": None}}`);
  for (const text of shown) expect(text).toContain("TOCSIN_KEY");
});
