import { expect, test } from "vitest";
import { layerFaults } from "./layers.mjs";

/** Returns the violations in a tree of these files, each with its text. */
function faultsOf(tree: Readonly<Record<string, string>>): readonly string[] {
  return layerFaults(Object.keys(tree), (file) => tree[file] ?? "");
}

const rows: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  [
    "an engine layer imports none that stands above it",
    { "lib/store/a.ts": 'import { b } from "@/lib/http/b";', "lib/http/b.ts": "" },
    "lib/store/a.ts imports @/lib/http/b: lib/store may import lib/schema, lib/resources, lib/contract.",
  ],
  [
    "the browser reaches data through lib/client alone, also where code is loaded on demand",
    {
      "components/a.tsx": 'const b = await import("@/lib/store/b");',
      "lib/store/b.ts": "",
    },
    "components/a.tsx imports @/lib/store/b: components may import lib/schema, lib/resources, lib/contract, lib/client.",
  ],
  [
    "SQL stays in the store",
    { "lib/operations/a.ts": 'import { sql } from "kysely";' },
    "lib/operations/a.ts imports kysely: only lib/store may.",
  ],
  [
    "definitions import no module of Node",
    { "lib/schema/a.ts": 'import { join } from "node:path";' },
    "lib/schema/a.ts imports node:path: it runs in browsers too, where there are no modules of Node.",
  ],
  [
    "folders import each other by the alias",
    { "lib/schema/x/a.ts": 'import { b } from "../b";', "lib/schema/b.ts": "" },
    "lib/schema/x/a.ts imports ../b: across folders, import by the alias @/.",
  ],
  [
    "folders do not import each other in a circle",
    {
      "lib/http/a/one.ts": 'import type { Two } from "@/lib/http/b/two";',
      "lib/http/b/two.ts": 'export { three } from "@/lib/http/c/three";',
      "lib/http/c/three.ts": 'import "@/lib/http/a/one";',
    },
    "These folders import each other: lib/http/a, lib/http/b, lib/http/c.",
  ],
  [
    "a record is changed through a transaction",
    { "lib/auth/a.ts": "await store.write((writer) => writer.insert(user, row));" },
    "lib/auth/a.ts: it changes records without a transaction of lib/operations/transaction.",
  ],
  [
    "nothing but a transaction takes the writer of records",
    { "lib/operations/a.ts": "export function add(writer: RecordWriter) {}" },
    "lib/operations/a.ts: it changes records without a transaction of lib/operations/transaction.",
  ],
  [
    "an operation opens no transaction by hand",
    { "lib/operations/a.ts": "await context.store.write(() => undefined);" },
    "lib/operations/a.ts: it opens a transaction by hand. Call inTransaction.",
  ],
  [
    "a folder holds at most twenty source files",
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`lib/schema/file-${n}.ts`, ""])),
    "lib/schema holds 21 source files; at most 20.",
  ],
];

test.each(rows)("%s", (_, tree, fault) => {
  expect(faultsOf(tree)).toEqual([fault]);
});

test("imports to the left, tests, and code outside of the layers are free", () => {
  const tests = Array.from({ length: 21 }, (_, n) => [`lib/store/file-${n}.test.ts`, ""]);
  const tree = {
    ...Object.fromEntries(tests),
    "lib/http/a.ts": 'import { b } from "@/lib/store/b";\nimport { join } from "node:path";',
    "lib/store/b.ts": 'import { AppError } from "@/lib/errors";',
    "lib/store/b.test.ts": 'import { a } from "@/lib/http/a";',
    "lib/errors.ts": "",
    "tests/api.ts": 'import { a } from "@/lib/http/a";\nimport { c } from "@/components/c";',
    "components/c.tsx": 'import { useState } from "react";',
  };
  expect(faultsOf(tree)).toEqual([]);
});
