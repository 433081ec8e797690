import { afterEach, beforeEach, expect, it } from "vitest";
import { newId } from "@/lib/store/port/new-id";
import { type TestPeople, testPeople } from "../people";

let people: TestPeople;
let recordId: string;
/** Promises of cookies by the name of the user. Hashing a password takes long. */
let cookies: Map<string, Promise<string>>;
beforeEach(async () => {
  cookies = new Map();
  people = await testPeople();
  const { engine } = people;
  const data = { name: "label", color: "#112233", projectId: engine.projectId };
  recordId = String((await engine.create("label", data, engine.operator))._id);
  await people.person("Ada", ["Read Label", "Read Teams"]);
  await people.person("Bob", ["Read Label", "Read Teams"]);
  await people.person("Eve", ["Read Incident"]);
});
afterEach(() => people.close());

/** Tells that a user is at the record, and returns the reply. */
async function tell(name: string, mode = "viewing", id = recordId, page?: string) {
  const signedIn = cookies.get(name) ?? people.signIn(name);
  cookies.set(name, signedIn);
  const cookie = await signedIn;
  const body = { resource: "label", recordId: id, mode, ...(page !== undefined && { page }) };
  return people.ask("POST", "/api/presence", body, { cookie });
}

it("lists the other users at a record until they leave", async () => {
  expect((await tell("Ada")).body).toEqual({ data: [] });
  const now = await tell("Bob", "editing");
  expect(now.body["data"]).toEqual([
    {
      userId: expect.any(String),
      name: "Ada",
      mode: "viewing",
      since: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  expect((await tell("Ada")).body["data"]).toMatchObject([{ name: "Bob", mode: "editing" }]);
  await tell("Bob", "left");
  expect((await tell("Ada")).body).toEqual({ data: [] });
});

it("refuses users who may not read the resource, and knows nobody at an unknown record", async () => {
  await tell("Ada");
  expect((await tell("Eve")).status).toBe(403);
  const unknown = newId();
  await tell("Ada", "viewing", unknown);
  expect(await tell("Bob", "viewing", unknown)).toMatchObject({ status: 200, body: { data: [] } });
});

it("hides a record of another project, and the users there", async () => {
  const { engine } = people;
  const other = String((await engine.create("project", { name: "Other" }, engine.operator))._id);
  await people.person("Mallory", ["Read Label", "Read Teams"], other);
  await tell("Ada");
  expect((await tell("Mallory")).body).toEqual({ data: [] });
  expect((await tell("Bob")).body["data"]).toMatchObject([{ name: "Ada" }]);
});

it("refuses a key, and a body with faults", async () => {
  const cookie = await people.signIn("Ada");
  const body = { resource: "labels", recordId: "1", mode: "sleeping" };
  const refused = await people.ask("POST", "/api/presence", body, { cookie });
  expect(refused.status).toBe(400);
  expect(refused.body["errors"]).toHaveLength(3);
});

it("lists a user who closes one of two pages", async () => {
  await tell("Ada", "editing", recordId, "first");
  await tell("Ada", "viewing", recordId, "second");
  expect((await tell("Bob")).body["data"]).toMatchObject([{ name: "Ada", mode: "editing" }]);
  await tell("Ada", "left", recordId, "first");
  expect((await tell("Bob")).body["data"]).toMatchObject([{ name: "Ada", mode: "viewing" }]);
  await tell("Ada", "left", recordId, "second");
  expect((await tell("Bob")).body).toEqual({ data: [] });
  expect((await tell("Ada", "left", recordId, "a b")).status).toBe(400);
});
