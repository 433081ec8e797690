import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/store/port/new-id";
import { expectStatus, type TestApi, testApi } from "@/tests/api";
import { chosenDatabase } from "@/tests/databases";
import { dump } from "@/tests/dump";

let api: TestApi;
let foreignKey: string;
beforeAll(async () => {
  api = await testApi();
  foreignKey = await api.key(["Project Owner"], await api.newProject());
});
afterAll(() => api.close());

const upload = (
  bytes: Uint8Array,
  headers: Record<string, string> = {},
  key = api.owner,
  projectId = api.projectId,
) =>
  api.ask("POST", "/api/file", {
    ...{ key, bytes, query: `projectId=${projectId}` },
    headers: { "x-file-name": "notes.txt", "content-type": "text/plain", ...headers },
  });

async function kept(text: string, headers: Record<string, string> = {}): Promise<string> {
  return String(expectStatus(await upload(Buffer.from(text), headers), 200).body._id);
}

describe("a file", () => {
  it("comes back as it was, to be saved", async () => {
    const text = "Zeile eins\n".repeat(60_000);
    const name = 'Über 100% "sicher"; ok.txt';
    const reply = await upload(Buffer.from(text), { "x-file-name": encodeURIComponent(name) });
    expectStatus(reply, 200);
    expect(reply.body).toMatchObject({ name, size: Buffer.byteLength(text), type: "text/plain" });
    const got = expectStatus(
      await api.ask("GET", `/api/file/${reply.body._id}`, { key: api.owner }),
      200,
    );
    expect(got.text === text).toBe(true);
    expect(got.headers).toMatchObject({
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    });
    expect(got.headers["Content-Disposition"]).toMatch(
      /^attachment; filename="_ber 100_ _sicher__ ok.txt"; filename\*=UTF-8''%C3%9Cber/,
    );
    const head = expectStatus(
      await api.ask("HEAD", `/api/file/${reply.body._id}`, { key: api.owner }),
      200,
    );
    expect(head.text).toBe("");
  });

  it.each([
    "text/html",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/html; charset=utf-8",
    "nonsense",
    "a/b\u00e9",
  ])("that claims to be %s is never served as that", async (type) => {
    const id = await kept("<script>alert(1)</script>", { "content-type": type });
    const { headers } = await api.ask("GET", `/api/file/${id}`, { key: api.owner });
    expect(headers["Content-Type"]).toBe("application/octet-stream");
    expect(headers["Content-Disposition"]).toMatch(/^attachment;/);
  });

  it.each(["setup.exe", "SETUP.EXE", "report.pdf.js", "a.scr. "])(
    "called %s is not kept as the document it claims to be",
    async (name) => {
      const headers = { "x-file-name": encodeURIComponent(name) };
      const pdf = { ...headers, "content-type": "application/pdf" };
      const reply = expectStatus(await upload(Buffer.from("MZ"), pdf), 200);
      expect(reply.body).toMatchObject({ name, type: "application/octet-stream" });
    },
  );

  it("may have joiners in its name, as emoji and Persian words have", async () => {
    const name = "\u{1f468}\u200d\u{1f469} \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt";
    const headers = { "x-file-name": encodeURIComponent(name) };
    expect(expectStatus(await upload(Buffer.from("x"), headers), 200).body.name).toBe(name);
  });

  it("says its length, and breaks off if it is deleted while it is read", async () => {
    const sent = Buffer.alloc(1_500_000, 7);
    const { body } = expectStatus(await upload(sent, { "content-type": "image/png" }), 200);
    const path = `/api/file/${body._id}`;
    const length = { "Content-Length": "1500000" };
    const head = expectStatus(await api.ask("HEAD", path, { key: api.owner }), 200);
    expect(head.headers).toMatchObject(length);
    const reply = await api.send("GET", path, { key: api.owner });
    expect(reply).toMatchObject({ status: 200, headers: length });
    const pieces = reply.stream?.[Symbol.asyncIterator]();
    let size = Buffer.byteLength((await pieces?.next())?.value ?? "");
    expectStatus(await api.ask("DELETE", path, { key: api.owner }), 200);
    const rest = async () => {
      for (let next = await pieces?.next(); next && !next.done; next = await pieces?.next()) {
        size += Buffer.byteLength(next.value);
      }
    };
    await expect(rest()).rejects.toThrow("deleted");
    expect(size).toBeLessThan(sent.length);
  });

  it("has no length where the reply is compressed", async () => {
    const id = await kept("Zeile eins\n".repeat(60_000));
    const headers = { "accept-encoding": "gzip" };
    const reply = await api.send("GET", `/api/file/${id}`, { key: api.owner, headers });
    expect(reply.headers).toMatchObject({ "Content-Encoding": "gzip" });
    expect(reply.headers).not.toHaveProperty("Content-Length");
    await reply.stream?.[Symbol.asyncIterator]().return?.();
  });

  it("is listed, and goes with its bytes", async () => {
    const id = await kept("x");
    const list = await api.ask("GET", `/api/file/${id}/get-item`, { key: api.owner });
    expect(list.body).toMatchObject({ name: "notes.txt", size: 1, projectId: api.projectId });
    expectStatus(await api.ask("DELETE", `/api/file/${id}`, { key: api.owner }), 200);
    expectStatus(await api.ask("GET", `/api/file/${id}`, { key: api.owner }), 404);
    const content = (await dump(api.engine.store))["tocsin_content"] as { record_id: string }[];
    expect(content.filter((piece) => piece.record_id === id)).toEqual([]);
  });

  it("belongs to its project alone, for callers who may read incidents there", async () => {
    const id = await kept("secret");
    const other = await api.ask("GET", `/api/file/${id}`, { key: foreignKey });
    const unknown = newId();
    const nothing = await api.ask("GET", `/api/file/${unknown}`, { key: foreignKey });
    expect([other.status, String(other.body.detail).replace(id, unknown)]).toEqual([
      404,
      nothing.body.detail,
    ]);
    expectStatus(
      await api.ask("GET", `/api/file/${id}`, { key: await api.key(["Read Label"]) }),
      403,
    );
    expectStatus(await upload(Buffer.from("x"), {}, foreignKey), 403);
    expectStatus(await upload(Buffer.from("x"), {}, await api.key(["Read Incident"])), 403);
    expectStatus(await api.ask("GET", `/api/file/${id}`, {}), 401);
  });

  it.each([
    ["no name", { "x-file-name": "" }, "X-File-Name"],
    ["a path", { "x-file-name": "..%2F..%2Fetc%2Fpasswd" }, "X-File-Name"],
    ["a backslash", { "x-file-name": "a%5Cb" }, "X-File-Name"],
    ["a line break", { "x-file-name": "a%0d%0aSet-Cookie:x" }, "X-File-Name"],
    ["NUL", { "x-file-name": "a%00b" }, "X-File-Name"],
    ["a turned direction", { "x-file-name": "invoice%E2%80%AEfdp.exe" }, "X-File-Name"],
    ["an isolate", { "x-file-name": "a%E2%81%A7b" }, "X-File-Name"],
    ["an invisible character", { "x-file-name": "a%E2%80%8B.txt" }, "X-File-Name"],
    ["half an escape", { "x-file-name": "100%" }, "X-File-Name"],
    ["a long name", { "x-file-name": "x".repeat(256) }, "X-File-Name"],
  ])("with %s is refused", async (_, headers, field) => {
    const reply = expectStatus(await upload(Buffer.from("x"), headers), 400);
    expect(reply.body.errors).toMatchObject([{ field }]);
  });

  it("needs a project, and at most 10 MB", async () => {
    expectStatus(await upload(Buffer.from("x"), {}, api.owner, "x"), 400);
    expectStatus(await upload(Buffer.alloc(10_000_001)), 413);
    expectStatus(await upload(Buffer.alloc(10_000_000)), 200);
  });
});

describe("a snapshot", () => {
  it("is only for owners of the whole deployment", async () => {
    for (const key of [api.owner, await api.key(["Project Admin"], null)]) {
      expectStatus(await api.ask("GET", "/api/snapshot", { key }), 403);
    }
    const key = await api.key(["Project Owner"], null);
    const reply = await api.ask("GET", "/api/snapshot", { key });
    expectStatus(reply, 200);
    const isDump = chosenDatabase() === "postgres";
    expect(reply.text.slice(0, 15)).toMatch(isDump ? /^PGDMP/ : /^SQLite format 3/);
    expect(reply.headers["Content-Disposition"]).toMatch(
      isDump
        ? /^attachment; filename="tocsin-\d{8}-\d{4}\.dump"/
        : /^attachment; filename="tocsin-\d{8}-\d{4}\.db"/,
    );
  });
});
