import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { driverFault } from "./driver-fault";

const folder = mkdtempSync(join(tmpdir(), "driver-"));
afterAll(() => rmSync(folder, { recursive: true }));

const faulty = () => join(folder, "faulty.node");
const sound = () => join(folder, "sound.node");
const symbol = "_ZN4node28RemoveEnvironmentCleanupHookEPN2v87IsolateEPFvPvES3_";
writeFileSync(faulty(), Buffer.from(`\u0000\u0001${symbol}\u0000`));
writeFileSync(sound(), Buffer.from("\u0000_ZN4node25AddEnvironmentCleanupHookEPN2v8\u0000"));

it.each(["24.0.0", "24.18.1", "24.19.0", "24.21.0", "25.9.0", "26.0.0", "26.3.1"])(
  "refuses a driver compiled against faulty headers on Node %s, and says what to run",
  (version) => {
    expect(driverFault(version, faulty)).toBe(
      `The SQLite driver that was compiled here makes Node ${version} abort. Install the prebuilt driver, or run Tocsin with Node 20, 22, or 26.4 and later.`,
    );
    expect(driverFault(version, sound)).toBeUndefined();
  },
);

it.each(["20.19.0", "20.20.2", "22.23.3", "26.4.0", "26.12.1", "27.0.0"])(
  "takes each driver on Node %s, which does not abort",
  (version) => {
    expect(driverFault(version, faulty)).toBeUndefined();
  },
);

it("judges no driver that is elsewhere, and finds the installed one sound", () => {
  expect(driverFault("24.21.0", () => join(folder, "none.node"))).toBeUndefined();
  expect(driverFault()).toBeUndefined();
});
