import { describe, expect, it } from "vitest";
import { Run } from "@/prove/harness/run";
import { expectToHold } from "@/prove/harness/run-in-test";
import { importProof } from "@/prove/import/import-proof";
import { moveIn } from "@/prove/import/move-in";
import { hasPostgres, newDatabase } from "@/tests/databases";

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
