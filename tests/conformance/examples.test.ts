import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import digests from "@/docs/examples/types/digests.json";
import { openApiDocument } from "@/lib/http/openapi/document";
import { resourceAt, resources } from "@/lib/resources";
import { adminKey, bundleServer, type Served, startServer } from "@/tests/server/server-process";

const run = promisify(execFile);
let served: Served;
let folder: string;

beforeAll(async () => {
  served = await startServer(await bundleServer(), { DEMO: "1", ADMIN_API_KEY: adminKey });
  folder = await mkdtemp(join(tmpdir(), "examples-"));
});
afterAll(async () => {
  await served.stop();
  await rm(folder, { recursive: true });
});

/** Runs a program with the address and a key of the server, and returns what it prints. */
async function printed(program: string, args: readonly string[]): Promise<string> {
  const own = { TOCSIN_URL: `http://127.0.0.1:${served.port}`, TOCSIN_KEY: adminKey };
  const { stdout } = await run(program, [...args], { env: { ...process.env, ...own } });
  return stdout;
}

describe("the programs in docs/examples", () => {
  it("work in shell", async () => {
    const list = JSON.parse(await printed("sh", ["docs/examples/incident.sh"]));
    expect(list).toMatchObject({
      count: 1,
      data: [
        {
          title: "Checkout is fast again (shell)",
          currentIncidentState: { name: expect.any(String) },
        },
      ],
    });
  });

  it("work in Python", async () => {
    expect(await printed("python3", ["docs/examples/incident.py"])).toBe(
      "precondition_failed\nCheckout is fast again (Python)\n",
    );
  });

  it("work in TypeScript, with generated types", async () => {
    const outfile = join(folder, "incident.mjs");
    const entryPoints = ["docs/examples/incident.ts"];
    await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node" });
    expect(await printed(process.execPath, [outfile])).toBe("It is fast (TypeScript)\n");
  });
});

it.each(Object.entries(digests))(
  "the types of %s are those of the document; else run npm run test:clients",
  async (path, digest) => {
    const wanted = { spellings: "one", only: resourceAt(path) } as const;
    const document = await openApiDocument(resources, { version: "1" }, wanted);
    const { paths, components } = document;
    const text = JSON.stringify({ paths, components });
    expect(createHash("sha256").update(text).digest("base64url")).toBe(digest);
  },
);
