import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { user } from "@/lib/resources/settings/user";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";

let api: TestApi;
let reader: string;
let readerId: string;
beforeAll(async () => {
  api = await testApi();
  reader = await api.key(["Read Incident", "Edit Label"]);
  const list = await api.ask("POST", "/api/api-key/get-list", {
    key: api.owner,
    body: { query: { permissions: { _type: "Includes", value: ["Edit Label"] } } },
  });
  readerId = String((list.body.data as { _id: string }[])[0]?._id);
});
afterAll(() => api.close());

const ask = (query: string, key = api.owner) => api.ask("GET", "/api/access", { key, query });

describe("access", () => {
  it("says which title or role decides", async () => {
    expect((await ask("resource=incident&operation=list", reader)).body).toMatchObject({
      ...{ allowed: true, decides: "Read Incident", missing: null },
    });
    expect((await ask("resource=incident&operation=delete")).body).toMatchObject({
      ...{ allowed: true, decides: "Project Owner" },
    });
    expect((await ask("resource=incident&operation=create", reader)).body).toMatchObject({
      ...{ allowed: false, decides: null, missing: "Create Incident" },
      sufficient: ["Project Owner", "Project Admin", "Project Member", "Create Incident"],
      held: ["Read Incident", "Edit Label"],
    });
    expect((await ask("resource=project-scim-log&operation=delete")).body).toMatchObject({
      ...{ allowed: false, missing: null },
    });
    const elsewhere = await ask(`resource=incident&operation=list&projectId=${newId()}`, reader);
    expect(elsewhere.body.allowed).toBe(false);
    expect((await ask("resource=change-log&operation=list", reader)).body.allowed).toBe(true);
    expect((await ask("resource=preference&operation=list", reader)).body.allowed).toBe(false);
  });

  it("agrees with the responses", async () => {
    for (const path of ["incident", "label", "team", "api-key", "project-scim-log"]) {
      for (const [operation, method, at] of [
        ["list", "GET", "/get-list"],
        ["create", "POST", ""],
      ] as const) {
        const said = (await ask(`resource=${path}&operation=${operation}`, reader)).body.allowed;
        const { status } = await api.ask(method, `/api/${path}${at}`, { key: reader, body: {} });
        expect([path, operation, said]).toEqual([
          path,
          operation,
          status !== 403 && status !== 405,
        ]);
      }
    }
  });

  it("shows keys to callers who manage keys, in their projects", async () => {
    const about = `resource=label&operation=update&key=${readerId}`;
    expect((await ask(about)).body).toMatchObject({ allowed: true, decides: "Edit Label" });
    expectStatus(await ask(about, reader), 403);
    const foreign = await api.key(["Project Owner"], await api.newProject());
    expectStatus(await ask(about, foreign), 404);
    await api.ask("DELETE", `/api/api-key/${readerId}`, { key: api.owner });
    expect((await ask(about)).body).toMatchObject({
      allowed: false,
      reason: expect.stringContaining("revoked"),
    });
  });

  it("shows people to callers who manage people, in their projects", async () => {
    const person = await api.insert(user, { name: "Mia", email: "mia@example.com" });
    const about = `resource=incident&operation=delete&user=${person._id}`;
    expectStatus(await ask(about), 404);
    const data = {
      projectId: api.projectId,
      userId: person._id ?? null,
      permissions: ["Project Member"],
    };
    await api.engine.create("member", data, api.engine.operator);
    expect((await ask(about)).body).toMatchObject({ allowed: true, decides: "Project Member" });
    const elsewhere = {
      ...data,
      projectId: await api.newProject(),
      permissions: ["Project Owner"],
    };
    await api.engine.create("member", elsewhere, api.engine.operator);
    const beyond = `resource=team&operation=delete&user=${person._id}`;
    expect((await ask(beyond)).body).toMatchObject({ allowed: false, decides: null });
    expectStatus(await ask(about, await api.key(["Project Member"])), 403);
    expectStatus(await ask(about, await api.key(["Project Owner"], await api.newProject())), 404);
  });

  it.each([
    ["", ["resource", "operation"]],
    ["resource=nothing&operation=list", ["resource"]],
    ["resource=incident&operation=constructor", ["operation"]],
    ["resource=incident&operation=list&key=x", ["key"]],
    ["resource=incident&operation=list&user=%00", ["user"]],
    [`resource=incident&operation=list&key=${newId()}&user=${newId()}`, ["user"]],
  ])("answers 400 to '%s'", async (query, fields) => {
    const { body } = expectStatus(await ask(query), 400);
    expect((body.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  });
});
