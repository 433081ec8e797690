import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminKey, bundleServer, type Served, startServer } from "@/tests/server/server-process";

const run = promisify(execFile);
let served: Served;

beforeAll(async () => {
  served = await startServer(await bundleServer(), { DEMO: "1", ADMIN_API_KEY: adminKey });
});
afterAll(() => served.stop());

/** Returns the calls of the README as printed, with this test's server as target. */
async function calls(): Promise<string[]> {
  const text = await readFile("README.md", "utf8");
  const blocks = [...text.matchAll(/```sh\n((?:curl |first\(\))[\s\S]*?)```/g)].map(
    (match) => match[1] ?? "",
  );
  return blocks.map((block) => block.replaceAll("127.0.0.1:3000", `127.0.0.1:${served.port}`));
}

it("prints three calls that work as they are printed", async () => {
  const answers: unknown[] = [];
  for (const call of await calls()) {
    const { stdout } = await run("bash", ["-c", call], { env: { ...process.env, KEY: adminKey } });
    answers.push(JSON.parse(stdout));
  }
  const open = { title: expect.any(String), currentIncidentState: { name: expect.any(String) } };
  expect(answers).toMatchObject([
    { count: 4, data: [open, open, open, open] },
    { incidentNumberWithPrefix: "INC-61", slug: "checkout-returns-502-for-eu-customers" },
    { data: [{ resource: "incident-state-timeline" }, { resource: "incident" }, {}] },
  ]);
});
