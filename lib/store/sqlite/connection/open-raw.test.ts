import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRaw } from "./open-raw";

test("a driver that this Node cannot load is refused with the command that mends it", () => {
  const folder = mkdtempSync(join(tmpdir(), "tocsin-driver-"));
  const nativeBinding = join(folder, "foreign.node");
  writeFileSync(nativeBinding, "built for another version");
  const open = () => openRaw(":memory:", { nativeBinding });
  expect(open).toThrow(/^The SQLite driver was built for another .*npm rebuild better-sqlite3/);
  expect(open).toThrow(expect.objectContaining({ name: "StartupError" }));
  rmSync(folder, { recursive: true });
});
