import { afterAll, beforeAll, expect, it } from "vitest";
import { member } from "@/lib/resources/settings/member";
import type { JsonObject } from "@/lib/schema/json";
import { dump } from "../dump";
import { insertRow } from "../insert-row";
import { emailOf, type TestPeople, testPeople } from "../people";

let people: TestPeople;
/** The ids that the rows below refer to, by name. */
const ids: Record<string, string> = {};
const cookies: Record<string, string> = {};

beforeAll(async () => {
  people = await testPeople();
  const { engine } = people;
  ids["here"] = engine.projectId;
  ids["elsewhere"] = await engine.newProject("Elsewhere");
  ids["Boss"] = await people.person("Boss", ["Project Owner"]);
  const holders: Readonly<Record<string, readonly string[]>> = {
    Admin: ["Project Admin"],
    Member: ["Project Member"],
    Reader: ["Read Incident"],
  };
  for (const [name, titles] of Object.entries(holders)) {
    ids[name] = await people.person(name, titles);
    cookies[name] = await people.signIn(name);
  }
  const [place] = await engine.rows("member", { op: "eq", column: "userId", value: ids["Boss"] });
  ids["place of Boss"] = String(place?._id);
  const view = { name: "Shared", resource: "incident", state: {}, visibility: "project" };
  const data = { ...view, projectId: ids["here"] };
  const made = await people.ask(
    ...(["POST", "/api/saved-view", { data }, { cookie: await people.signIn("Boss") }] as const),
  );
  ids["view"] = String(made.body._id);
});
afterAll(() => people.close());

interface Refusal {
  readonly what: string;
  readonly who: "Admin" | "Member" | "Reader";
  readonly call: () => readonly [method: string, path: string, data?: JsonObject];
  readonly resource: string;
  readonly operation: string;
  readonly missing?: string;
  readonly where?: "here" | "elsewhere";
}

const here = () => ids["here"] ?? "";

const refusals: readonly Refusal[] = [
  {
    ...{ what: "a place above one's own is not given", who: "Admin", where: "here" },
    call: () => [
      ...(["POST", "/api/member"] as const),
      { projectId: here(), userId: ids["Reader"] ?? "", permissions: ["Project Owner"] },
    ],
    ...{ resource: "member", operation: "create", missing: "Project Owner" },
  },
  {
    ...{ what: "nor changed", who: "Admin", where: "here" },
    call: () => ["PUT", `/api/member/${ids["place of Boss"]}`, { permissions: ["Read Incident"] }],
    ...{ resource: "member", operation: "update", missing: "Project Owner" },
  },
  {
    ...{ what: "nor taken", who: "Admin", where: "here" },
    call: () => ["DELETE", `/api/member/${ids["place of Boss"]}`],
    ...{ resource: "member", operation: "delete", missing: "Project Owner" },
  },
  {
    ...{ what: "nor offered by an invitation", who: "Admin", where: "here" },
    call: () => [
      ...(["POST", "/api/invitation"] as const),
      { projectId: here(), email: emailOf("new"), permissions: ["Project Owner"] },
    ],
    ...{ resource: "invitation", operation: "create", missing: "Project Owner" },
  },
  {
    ...{ what: "nor by a key", who: "Admin", where: "here" },
    call: () => [
      ...(["POST", "/api/api-key"] as const),
      { projectId: here(), name: "Strong", permissions: ["Project Owner"] },
    ],
    ...{ resource: "api-key", operation: "create", missing: "Project Owner" },
  },
  {
    ...{ what: "a key for all projects is not made", who: "Admin" },
    call: () => ["POST", "/api/api-key", { name: "Wide", permissions: ["Read Incident"] }],
    ...{ resource: "api-key", operation: "create" },
  },
  {
    ...{ what: "a view is not shared", who: "Reader" },
    call: () => [
      ...(["POST", "/api/saved-view"] as const),
      { ...view(), projectId: here(), visibility: "project" },
    ],
    ...{ resource: "saved-view", operation: "create", missing: "Create Saved View" },
  },
  {
    ...{ what: "nor changed by another", who: "Reader", where: "here" },
    call: () => ["PUT", `/api/saved-view/${ids["view"]}`, { name: "Mine now" }],
    ...{ resource: "saved-view", operation: "update", missing: "Project Admin" },
  },
  {
    ...{ what: "nor deleted", who: "Member", where: "here" },
    call: () => ["DELETE", `/api/saved-view/${ids["view"]}`],
    ...{ resource: "saved-view", operation: "delete", missing: "Project Admin" },
  },
  {
    ...{ what: "nothing is made in another project", who: "Member", where: "elsewhere" },
    call: () => [
      "POST",
      "/api/label",
      { projectId: ids["elsewhere"] ?? "", name: "L", color: "#000000" },
    ],
    ...{ resource: "label", operation: "create", missing: "Create Label" },
  },
  {
    ...{ what: "nobody is kept out", who: "Admin" },
    call: () => ["POST", `/api/user/${ids["Reader"]}/disable`],
    ...{ resource: "deployment", operation: "update", missing: "Project Owner" },
  },
  {
    ...{ what: "nor signed out", who: "Admin" },
    call: () => ["POST", `/api/user/${ids["Reader"]}/end-sessions`],
    ...{ resource: "deployment", operation: "update", missing: "Project Owner" },
  },
  {
    ...{ what: "the deployment is not shown", who: "Admin" },
    call: () => ["GET", "/api/deployment"],
    ...{ resource: "deployment", operation: "get", missing: "Project Owner" },
  },
  {
    ...{ what: "nor handed out", who: "Admin" },
    call: () => ["GET", "/api/snapshot"],
    ...{ resource: "deployment", operation: "get", missing: "Project Owner" },
  },
];

function view(): JsonObject {
  return { name: "Mine", resource: "incident", state: {} };
}

it.each(refusals)("$what, and the refusal names operation and missing permission", async (row) => {
  const { who, call, resource, operation, missing, where } = row;
  const before = await dump(people.engine.store);
  const [method, path, data] = call();
  const cookie = cookies[who];
  const reply = await people.ask(method, path, data && { data }, { cookie });
  expect(reply.body).toMatchObject({ status: 403, code: "forbidden" });
  const projectId = where && ids[where];
  expect(reply.body.refused).toEqual({ resource, operation, ...(projectId && { projectId }) });
  if (missing !== undefined) {
    expect(reply.body.missing).toBe(missing);
    expect(reply.body.sufficient).toContain(missing);
  }
  expect(await dump(people.engine.store)).toEqual(before);
  // The page that explains the refusal is built from these values, and its query succeeds.
  const question = new URLSearchParams({ resource, operation, projectId: projectId ?? here() });
  const answer = await people.ask("GET", `/api/access?${question}`, undefined, { cookie });
  expect(answer.status).toBe(200);
  const { allowed, reason } = answer.body;
  expect(allowed === false || /can grant or remove only|shared|theirs/.test(String(reason))).toBe(
    true,
  );
});

it("an operation open to owners of all of a person's projects does not refer to the deployment's owners", async () => {
  const cookie = cookies["Admin"];
  const path = `/api/user/${ids["Reader"]}/reset-link`;
  const { body } = await people.ask("POST", path, undefined, { cookie });
  expect(body).toMatchObject({ status: 403, missing: "Project Owner" });
  expect(body.sufficient).toEqual(["Project Owner"]);
  expect(body).not.toHaveProperty("refused");
});

it("no project's owner gives the deployment's owner a password, and is told why", async () => {
  const { engine, owner } = people;
  const data = { projectId: here(), userId: owner.id, permissions: ["Project Member"] };
  await insertRow(engine.store, member, data);
  const path = `/api/user/${owner.id}/reset-link`;
  const ask = async (who: string) =>
    (await people.ask("POST", path, undefined, { cookie: await people.signIn(who) })).body;
  expect(await ask("Boss")).toMatchObject({
    ...{ status: 403, missing: "Project Owner" },
    refused: { resource: "deployment", operation: "update" },
  });
  expect(await ask("Reader"), "who owns the deployment is not told").not.toHaveProperty("refused");
});

it("owners of the deployment may do what only they may, as the access check says", async () => {
  const cookie = await people.signIn("Owner");
  const path = "/api/access?resource=deployment&operation=get";
  const reply = await people.ask("GET", path, undefined, { cookie });
  expect(reply.body).toMatchObject({ allowed: true, decides: "Project Owner", missing: null });
});
