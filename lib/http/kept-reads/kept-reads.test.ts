import { expect, it } from "vitest";
import type { Rights } from "@/lib/auth/grants/caller";
import type { PreparedRead } from "@/lib/http/routes/read-routes";
import { KeptReads } from "./kept-reads";

const read: PreparedRead = async () => ({ status: 200, headers: {}, body: "" });

const callerOf = (id: string, ...titles: string[]): Rights => ({
  ...{ type: "apiKey", id },
  grants: new Map([["project", new Set(titles)]]),
});

function keepTwice(all: KeptReads, caller: Rights, key: string): void {
  for (let time = 0; time < 2; time += 1) all.of(caller).keep(key, read);
}

it("keeps a read whose text comes for the second time", () => {
  const reads = new KeptReads().of(callerOf("a"));
  reads.keep("text", read);
  expect(reads.get("text")).toBeUndefined();
  reads.keep("text", read);
  expect(reads.get("text")).toBe(read);
});

it("drops the reads of a caller whose rights have changed", () => {
  const all = new KeptReads();
  keepTwice(all, callerOf("a", "Read Incident"), "text");
  expect(all.of(callerOf("a", "Read Incident")).get("text")).toBe(read);
  expect(all.of(callerOf("b", "Read Incident")).get("text")).toBeUndefined();
  expect(all.of(callerOf("a", "Read Label")).get("text")).toBeUndefined();
  expect(all.of(callerOf("a", "Read Incident")).get("text")).toBeUndefined();
});

it("gives each caller a share, which another one cannot use up", () => {
  const all = new KeptReads();
  const quiet = callerOf("quiet");
  keepTwice(all, quiet, "text");
  for (let at = 0; at < 5_000; at += 1)
    keepTwice(all, callerOf("loud"), `${at} ${"x".repeat(4_000)}`);
  expect(all.of(callerOf("loud")).bytes).toBeLessThan(1_100_000);
  expect(all.of(quiet).get("text")).toBe(read);
});

it("holds little for all callers together, and drops those with the most first", () => {
  const all = new KeptReads();
  const quiet = callerOf("quiet");
  keepTwice(all, quiet, "text");
  for (let at = 0; at < 4_000; at += 1) {
    keepTwice(all, callerOf(`loud ${at % 40}`), `${at} ${"x".repeat(2_000)}`);
    expect(all.bytes).toBeLessThan(8_300_000);
  }
  expect(all.of(quiet).get("text")).toBe(read);
});

it("holds little for many callers with a read each", () => {
  const all = new KeptReads();
  for (let at = 0; at < 20_000; at += 1) keepTwice(all, callerOf(`caller ${at}`), "text");
  expect(all.bytes).toBeLessThan(8_300_000);
  expect(all.of(callerOf("caller 19999")).get("text")).toBe(read);
});

it("keeps what is used while other texts come and go", () => {
  const reads = new KeptReads().of(callerOf("a"));
  for (const _ of [1, 2]) reads.keep("used", read);
  for (let at = 0; at < 3_000; at += 1) {
    reads.keep(String(at), read);
    reads.keep(String(at), read);
    expect(reads.get("used")).toBe(read);
  }
});
