import { type ChildProcess, spawn } from "node:child_process";
import { build } from "esbuild";
import { expect } from "vitest";
import type { JsonObject } from "@/lib/schema/json";
import { newId } from "@/lib/store/port/new-id";
import { askServer } from "@/tests/server/ask-server";
import { adminKey, type Served, type Settings } from "@/tests/server/server-process";

const commands = ["backup", "copy", "reset-owner", "restore", "verify"] as const;
const bundles = "dist/tests-commands";

/** Bundles the operator's commands for `runOperator`. */
export async function bundleCommands(): Promise<void> {
  await build({
    entryPoints: commands.map((command) => `lib/server/commands/${command}.ts`),
    outdir: bundles,
    bundle: true,
    ...{ platform: "node", format: "esm", target: "node20", packages: "external" },
    logLevel: "silent",
  });
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of the operator's commands in its own process, which is passed to `onLaunch`. */
export function runOperator(
  command: (typeof commands)[number],
  args: readonly string[],
  settings: Settings = {},
  onLaunch: (child: ChildProcess) => void = () => undefined,
): Promise<Ran> {
  const env = { PATH: process.env.PATH, ...settings, NODE_ENV: "production" as const };
  const child = spawn(process.execPath, [`${bundles}/${command}.js`, ...args], { env });
  onLaunch(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

/** The project of all records made by `fill`. */
export const projectId = newId();
/** The first account of the servers that tests start. */
export const person = { email: "owner@example.com", password: "a password for tests" };

/** Creates a record through a server. */
export async function write(served: Served, path: string, data: JsonObject): Promise<JsonObject> {
  const reply = await askServer(served.port, "POST", `/api/${path}`, { body: { data } });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** Creates the project, a key that owns it and a file in it. */
export async function fill(served: Served): Promise<{ key: string; fileId: string }> {
  await write(served, "project", { _id: projectId, name: "Backed up" });
  const data = { name: "K", projectId, permissions: ["Project Owner"] };
  const key = String((await write(served, "api-key", data))["key"]);
  return { key, fileId: await upload(served) };
}

/** Writes labels continuously until stopped. */
export function keepWriting(served: Served) {
  const seen = { done: 0, goesOn: true };
  const load = Array.from({ length: 4 }, async () => {
    while (seen.goesOn) {
      await write(served, "label", { projectId, name: newId(), color: "#123456" });
      seen.done += 1;
    }
  });
  return {
    done: () => seen.done,
    atLeast: async (many: number) => {
      while (seen.done < many) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    stop: async () => {
      seen.goesOn = false;
      await Promise.all(load);
    },
  };
}

const picture = Buffer.from(Uint8Array.from({ length: 600_000 }, (_, place) => (place * 7) % 251));

async function upload(served: Served): Promise<string> {
  const headers = { "Content-Type": "image/png", "X-File-Name": "graph.png" };
  const path = `/api/file?projectId=${projectId}`;
  const reply = await askServer(served.port, "POST", path, { body: picture, headers });
  expect(reply.status, reply.text).toBe(200);
  return String(reply.body["_id"]);
}

/** Returns the records of `fill` that a deployment still has, read through its API. */
export async function heldBy(served: Served, fileId: string, key: string) {
  const file = await fetch(`http://127.0.0.1:${served.port}/api/file/${fileId}`, {
    headers: { ApiKey: adminKey },
  });
  return {
    signIn: await signIn(served),
    key: (await askServer(served.port, "GET", "/api/label/get-list", { key })).status,
    file: Buffer.compare(Buffer.from(await file.arrayBuffer()), picture),
    labels: await count(served, "label"),
    history: await count(served, "change-log", { resource: "label" }),
  };
}

/** The result of `heldBy` with all records, except for the labels. */
export const allHeld = { signIn: 200, key: 200, file: 0 };

async function signIn(served: Served): Promise<number> {
  const headers = { Origin: `http://127.0.0.1:${served.port}` };
  const path = "/api/auth/sign-in/email";
  return (await askServer(served.port, "POST", path, { key: null, body: person, headers })).status;
}

async function count(served: Served, path: string, query: JsonObject = {}): Promise<unknown> {
  const reply = await askServer(served.port, "POST", `/api/${path}/count`, { body: { query } });
  return reply.body["count"];
}
