import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { Run } from "@/prove/harness/run";
import { expectToHold } from "@/prove/harness/run-in-test";
import { importProof } from "@/prove/import/import-proof";
import { moveIn } from "@/prove/import/move-in";
import { hasPostgres, newDatabase } from "@/tests/databases";
import {
  bundleFile,
  bundleServer,
  launch,
  scratchFolder,
  startServer,
} from "@/tests/server/server-process";

describe("an import that is killed and resumed", () => {
  it("takes every record once into a file", { timeout: 600_000 }, async () => {
    await expectToHold(importProof, { records: 3_000, kills: 5 });
  });

  it.skipIf(!hasPostgres())("and into PostgreSQL", { timeout: 600_000 }, async () => {
    const { url, drop } = await newDatabase("postgres");
    const said: string[] = [];
    const run = new Run((line) => said.push(line));
    try {
      await moveIn(run, { records: 500, kills: 2, target: url });
    } finally {
      await run.end();
      await drop();
    }
    const missed = run.findings.filter(({ holds }) => !holds);
    expect(missed, said.join("\n")).toEqual([]);
  });
});

describe("a second import into the same file", () => {
  it("is refused and told of the first, and one that was killed blocks nobody", async () => {
    const scratch = scratchFolder();
    const source = await silentSource();
    const url = `file:${scratch.path("target.db")}`;
    const started = await startServer(await bundleServer(), { DATABASE_URL: url });
    await started.stop();
    const command = await bundleImport();
    const start = (...more: readonly string[]) =>
      launch(command, { DATABASE_URL: url, ONEUPTIME_KEY: "a-key-for-tests" }, [
        ...["--from", source.url, "--report", scratch.path("report.json"), ...more],
      ]);
    const first = start();
    await source.asked();
    const second = await start("--resume").ended;
    const process = `process ${first.child.pid} on `;
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(process)]);
    first.child.kill("SIGKILL");
    await first.ended;
    const third = start("--resume");
    await source.asked();
    expect(third.printed.stdout).toContain("Continuing the project");
    third.child.kill("SIGKILL");
    await third.ended;
    await source.close();
    scratch.remove();
  });
});

describe("an import whose report cannot be written", () => {
  it.each(["/proc/x.json", "/proc"])("is refused before it reads anything: %s", async (report) => {
    let requests = 0;
    const source = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => source.listen(0, "127.0.0.1", resolve));
    const command = await bundleImport();
    const { port } = source.address() as AddressInfo;
    const { ended } = launch(command, { ONEUPTIME_KEY: "a-key-for-tests" }, [
      ...["--from", `http://127.0.0.1:${port}`, "--dry-run", "--report", report],
    ]);
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The report cannot be written to \/proc[^\n]*Nothing was imported[^\n]*\n$/,
    );
    expect(requests).toBe(0);
    source.close();
  });
});

function bundleImport(): Promise<string> {
  return bundleFile("lib/server/commands/import-oneuptime.ts", "dist/tests-import.js");
}

/** A source that shows one project and replies to nothing else. */
async function silentSource() {
  let heard: () => void = () => undefined;
  const server = createServer((request, response) => {
    if (!request.url?.includes("/project/get-list")) return heard();
    const _id = "0190a000-0000-7000-8000-0000000000cc";
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ data: [{ _id, name: "Shop" }], count: 1, skip: 0, limit: 10 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves at the next request that gets no reply. */
    asked: () =>
      new Promise<void>((resolve) => {
        heard = resolve;
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
