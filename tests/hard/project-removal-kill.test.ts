import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitUntil } from "@/prove/harness/figures";
import { askServer } from "@/tests/server/ask-server";
import { bundleServer, scratchFolder, startServer } from "@/tests/server/server-process";
import { contradictions } from "@/tests/server/store-checks";

const folder = scratchFolder();
let program: string;
beforeAll(async () => {
  program = await bundleServer();
});
afterAll(() => folder.remove());

const many = 5_000;

it("goes on removing a deleted project after a kill -9, and shows nothing of it meanwhile", async () => {
  const file = folder.path("killed.db");
  const settings = { DATABASE_URL: `file:${file}` };
  const rows = (text: string) => {
    const db = new Sqlite(file, { readonly: true });
    try {
      return db.prepare(text).all() as Record<string, unknown>[];
    } finally {
      db.close();
    }
  };
  const left = () =>
    Number(rows("select count(*) as n from label where name like 'Gone %'")[0]?.["n"]);
  const leaving = () => rows("select name from tocsin_setting where name like 'leaving project %'");

  let server = await startServer(program, settings);
  const project = async (name: string) => {
    const made = await askServer(server.port, "POST", "/api/project", { body: { data: { name } } });
    return String(made.body._id);
  };
  const [gone, stays] = [await project("Gone"), await project("Stays")];
  for (let start = 0; start < many; start += 500) {
    const items = Array.from({ length: 500 }, (_, n) => ({
      data: { projectId: gone, name: `Gone ${start + n}`, color: "#112233" },
    }));
    const made = await askServer(server.port, "POST", "/api/label/bulk-create", {
      body: { items },
    });
    expect(made.status, made.text.slice(0, 500)).toBe(200);
  }
  const kept = { projectId: stays, name: "Kept", color: "#112233" };
  await askServer(server.port, "POST", "/api/label", { body: { data: kept } });
  const deleted = await askServer(server.port, "DELETE", `/api/project/${gone}`);
  expect(deleted.status).toBe(200);

  const seen: number[] = [];
  for (let kills = 0; kills < 3; kills += 1) {
    await waitUntil(() => left() < (seen.at(-1) ?? many), 60_000);
    await server.stop("SIGKILL");
    seen.push(left());
    expect(leaving()).toHaveLength(1);
    // The deletion is logged with the request; the project's row keeps its id and slug until the
    // end.
    const logged = `project ${gone}: the log ends with delete`;
    expect(await contradictions(async (text) => rows(text))).toEqual([logged]);
    server = await startServer(program, settings);
    const asked = { body: { query: { name: { _type: "StartsWith", value: "gone" } } } };
    const counted = await askServer(server.port, "POST", "/api/label/count", asked);
    expect(counted.body).toEqual({ count: 0 });
    const all = await askServer(server.port, "POST", "/api/label/count", { body: { query: {} } });
    expect(all.body).toEqual({ count: 1 });
    const found = await askServer(server.port, "GET", `/api/project/${gone}/get-item`);
    expect(found.status).toBe(404);
  }
  expect(seen.every((amount) => amount > 0)).toBe(true);
  await waitUntil(() => leaving().length === 0, 120_000);
  await server.stop();
  expect(left()).toBe(0);
  expect(rows(`select 1 from project where _id = '${gone}'`)).toEqual([]);
  expect(await contradictions(async (text) => rows(text))).toEqual([]);
  const logged = rows(
    `select count(*) as n from change_log where operation = 'delete' and resource = 'label' and "projectId" = '${gone}'`,
  );
  expect(logged[0]?.["n"]).toBe(many);
});
