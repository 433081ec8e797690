import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Call, exampleCalls, program } from "@/components/resource/record/api/example-calls";
import { referenceResources } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { adminKey, bundleServer, type Served, startServer } from "@/tests/server/server-process";

const run = promisify(execFile);
let served: Served;

beforeAll(async () => {
  served = await startServer(await bundleServer(), { DEMO: "1", ADMIN_API_KEY: adminKey });
});
afterAll(() => served.stop());

/** Runs a call as printed on a record's page. Returns the status and the body. */
async function sent(call: Call | undefined): Promise<{ status: string; body: Row }> {
  if (!call) throw new Error("There is no such call.");
  const text = program("curl", `http://127.0.0.1:${served.port}`, call);
  const { stdout } = await run("bash", ["-c", `${text} -s -w '\\n%{http_code}'`], {
    env: { ...process.env, TOCSIN_KEY: adminKey },
  });
  const [body = "", status = ""] = stdout.split(/\n(?=\d+$)/);
  return { status, body: JSON.parse(body) as Row };
}

const called = (calls: readonly Call[], title: string) => calls.find((one) => one.title === title);

async function first(resource: Resource): Promise<Row> {
  const { body } = await sent(called(exampleCalls(resource, { _id: "" }), "List others"));
  const [row] = body.data as unknown as readonly Row[];
  if (!row) throw new Error(`The sample has no ${resource.name}.`);
  return row;
}

it.each(referenceResources.map((resource) => [resource.path, resource] as const))(
  "%s: the calls its pages print run as they are printed",
  async (_, resource) => {
    const { body: record } = await sent(
      called(exampleCalls(resource, await first(resource)), "Read it"),
    );
    const calls = exampleCalls(resource, record);
    const change = called(calls, "Change it");
    if (change) expect(await sent(change)).toMatchObject({ status: "200" });
    const create = called(calls, "Create one like this");
    if (!create) return;
    const made = await sent(create);
    expect(made, JSON.stringify(made)).toMatchObject({ status: "200" });
    const remove = called(exampleCalls(resource, made.body), "Delete it");
    if (remove) expect(await sent(remove)).toMatchObject({ status: "200" });
  },
);
