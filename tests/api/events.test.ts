import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EventReader, type ReceivedEvent } from "@/tests/event-reader";
import { expectStatus, type TestApi, testApi } from "../api";

let api: TestApi;
let open: EventReader[];
beforeEach(async () => {
  api = await testApi();
  open = [];
});
afterEach(async () => {
  for (const reader of open) await reader.close();
  await api.close();
});

/** Opens a stream and returns it after its first event, which has the name `first`. */
async function follow(query = "", key = api.owner, first = "open"): Promise<EventReader> {
  const reply = await api.send("GET", "/api/events", { key, query });
  expect(reply).toMatchObject({
    status: 200,
    headers: { "Content-Type": "text/event-stream; charset=utf-8" },
  });
  const reader = new EventReader(reply);
  open.push(reader);
  expect((await reader.next())?.name).toBe(first);
  return reader;
}

const label = (name: string, projectId = api.projectId) =>
  api.engine.create("label", { name, color: "#112233", projectId }, api.engine.operator);

describe("the stream of changes", () => {
  it("tells of creation, update and deletion in order, without values", async () => {
    const reader = await follow("resources=label");
    const { _id: recordId } = await label("secret name");
    await api.engine.update("label", recordId, { name: "other name" });
    await api.engine.remove("label", recordId);
    const about = { resource: "label", recordId, projectId: api.projectId };
    const events = [await reader.next(), await reader.next(), await reader.next()];
    expect(events.map((event) => event?.data)).toEqual([
      { ...about, operation: "create", fields: [] },
      { ...about, operation: "update", fields: expect.arrayContaining(["name"]) },
      { ...about, operation: "delete", fields: [] },
    ]);
    expect(JSON.stringify(events)).not.toContain("secret name");
  });

  it("names the request of the caller's own changes only", async () => {
    const reader = await follow("resources=label");
    const data = { name: "own", color: "#112233", projectId: api.projectId };
    const made = await api.ask("POST", "/api/label", { key: api.owner, body: { data } });
    expectStatus(made, 200);
    await label("of another caller");
    const own = await reader.next();
    expect(own?.data.requestId).toEqual(expect.any(String));
    expect((await reader.next())?.data).not.toHaveProperty("requestId");
    const [log] = await api.engine.rows("change-log", {
      ...{ op: "eq", column: "recordId", value: String(made.body._id) },
    });
    const sameId = { ...api.engine.operator, type: "user", id: String(log?.actorId) } as const;
    const others = { ...data, name: "of a user with the id of the key" };
    await api.engine.create("label", others, sameId);
    expect((await reader.next())?.data).not.toHaveProperty("requestId");
  });

  it("goes on after the id of any event without a gap or a repetition", async () => {
    const first = await follow("resources=label");
    for (let n = 0; n < 5; n += 1) await label(`label ${n}`);
    const seen: (ReceivedEvent | undefined)[] = [];
    for (let n = 0; n < 5; n += 1) seen.push(await first.next());
    await first.close();
    await label("while nobody listens");
    const again = await follow(`resources=label&after=${seen[2]?.id}`);
    const rest = [await again.next(), await again.next(), await again.next()];
    expect(rest.slice(0, 2)).toEqual(seen.slice(3));
    expect(rest[2]?.data.operation).toBe("create");
  });

  it("goes on after the change token of a list, a record and versions", async () => {
    const { _id: recordId } = await label("before");
    const reads = [
      await api.ask("POST", "/api/label/get-list", { key: api.owner, body: {} }),
      await api.ask("GET", `/api/label/${recordId}/get-item`, { key: api.owner }),
      await api.ask("POST", "/api/label/versions", { key: api.owner, body: { query: {} } }),
    ];
    await api.engine.update("label", recordId, { name: "after" });
    for (const { headers } of reads) {
      const reader = await follow(`resources=label&after=${headers["X-Change-Token"]}`);
      const events = [await reader.next()];
      while (events.at(-1)?.data.operation === "create") events.push(await reader.next());
      expect(events.at(-1)?.data).toMatchObject({ recordId, operation: "update" });
    }
  });

  it("goes on after a token that is newer than the changes read for other streams", async () => {
    const other = await follow("resources=label");
    await label("read for the other stream");
    await other.next();
    // The log is read again a tenth of a second later.
    await label("not read yet");
    const list = await api.ask("POST", "/api/label/get-list", { key: api.owner, body: {} });
    const reader = await follow(`resources=label&after=${list.headers["X-Change-Token"]}`);
    const { _id: recordId } = await label("after the list");
    expect((await reader.next())?.data).toMatchObject({ recordId, operation: "create" });
    await api.engine.update("label", recordId, { name: "changed" });
    expect((await reader.next())?.data).toMatchObject({ recordId, operation: "update" });
  });

  it.each([4, 7])(
    "begins anew after a failover that lost 5 changes, then %i new ones",
    async (count) => {
      const reader = await follow("resources=label");
      for (let n = 0; n < 5; n += 1) await label(`lost ${n}`);
      for (let n = 0; n < 5; n += 1) await reader.next();
      const lost = "sequence > (select max(sequence) - 5 from change_log)";
      await api.engine.store.rawSql.run(`delete from change_log where ${lost}`, []);
      await Promise.all(Array.from({ length: count }, (_, n) => label(`new ${n}`)));
      expect((await reader.next())?.name).toBe("reset");
      const { _id: recordId } = await label("after the failover");
      let event = await reader.next();
      while (event && event.data.recordId !== recordId) event = await reader.next();
      expect(event).toMatchObject({ name: "change", data: { operation: "create" } });
    },
  );

  it("begins anew with an id of another deployment", async () => {
    await follow("after=AAAAAAAAAAAAAAAAAAAAAA", api.owner, "reset");
  });

  it("selects by resource, record and project", async () => {
    const other = await api.newProject();
    const key = await api.key(["Project Owner"], null);
    const { _id: chosen } = await label("chosen");
    const byRecord = await follow(`records=${chosen}`, key);
    const byProject = await follow(`projectId=${other}&resources=label`, key);
    await label("ignored");
    await api.engine.update("label", chosen, { name: "changed" });
    await label("elsewhere", other);
    expect((await byRecord.next())?.data).toMatchObject({ recordId: chosen, operation: "update" });
    expect((await byProject.next())?.data).toMatchObject({ projectId: other });
  });
});

describe("the rights of a stream", () => {
  it("hide the changes of other projects and of unreadable resources", async () => {
    const other = await api.newProject();
    const key = await api.key(["Read Label"]);
    const reader = await follow("", key);
    await label("elsewhere", other);
    await api.engine.create("team", { name: "Team" });
    const { _id: recordId } = await label("own");
    expect((await reader.next())?.data).toMatchObject({ resource: "label", recordId });
  });

  it("end it when the key is deleted, before the next change is sent", async () => {
    const id = "0190a000-0000-7000-8000-0000000000b1";
    const key = await api.key(["Read Label"], api.projectId, id);
    const reader = await follow("", key);
    await api.engine.remove("api-key", id, api.engine.operator);
    await label("after the end");
    expect((await reader.next())?.name).toBe("bye");
    expect(await reader.next()).toBeUndefined();
  });

  it("refuse a resource that the caller may not read, and any caller without a key", async () => {
    const key = await api.key(["Read Label"]);
    const refused = await api.ask("GET", "/api/events", { key, query: "resources=incident" });
    expectStatus(refused, 403);
    expectStatus(await api.ask("GET", "/api/events"), 401);
  });
});

it("a key has at most 20 streams, and a closed one makes room", async () => {
  for (let n = 0; n < 20; n += 1) await follow();
  const refused = await api.ask("GET", "/api/events", { key: api.owner });
  expectStatus(refused, 503);
  expect(refused.headers["Retry-After"]).toBe("5");
  await open.pop()?.close();
  await follow();
});

it("counts streams that are opened at once, and those that were never read", async () => {
  const asked = Array.from({ length: 21 }, () =>
    api.send("GET", "/api/events", { key: api.owner }),
  );
  const replies = await Promise.all(asked);
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 503]);
  for (const reply of replies.filter(({ stream }) => stream)) await new EventReader(reply).close();
  for (let n = 0; n < 20; n += 1) await follow();
});

it.each([
  ["resources=incidents", "resources", /did you mean incident/],
  ["resources=change-log", "resources", /which has no events/],
  ["records=1", "records", /ids \(UUIDs\)/],
  ["projectId=x", "projectId", /must be an id/],
  ["after=x", "after", /id of an event/],
  ["resource=label", "resource", /Did you mean resources/],
])("the query %s is refused", async (query, field, message) => {
  const reply = expectStatus(await api.ask("GET", "/api/events", { key: api.owner, query }), 400);
  expect(reply.body["errors"]).toEqual([
    expect.objectContaining({ field, message: expect.stringMatching(message) }),
  ]);
});

it("a HEAD request opens no stream", async () => {
  const { status, text } = await api.ask("HEAD", "/api/events", { key: api.owner });
  expect([status, text]).toEqual([200, ""]);
});
