import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

// Adds a kind of field and a resource to a copy of the tree, in files alone: no other file knows
// them. The compiler and the real API judge the copy.

const run = promisify(execFile);
const fixtures = "tests/fixtures/new-kind";

interface Change {
  readonly file: string;
  /** A new file has the text of a fixture; another one gets lines after a line that it has. */
  readonly text: string | readonly (readonly [after: string, added: string])[];
}

const kind: readonly Change[] = [
  { file: "lib/schema/kinds/duration.ts", text: "duration.ts.txt" },
  {
    file: "lib/schema/kinds/index.ts",
    text: [
      ['import { date } from "./date";', 'import { duration } from "./duration";'],
      ["export const kinds = {", "  duration,"],
    ],
  },
  { file: "components/fields/duration/cell.tsx", text: "cell.tsx.txt" },
];

/** The compiler demands an entry in each. */
const registries: readonly Change[] = [
  {
    file: "components/fields/registry/cells.tsx",
    text: [
      [
        'import { DateCell } from "@/components/fields/date/cell";',
        'import { DurationCell } from "@/components/fields/duration/cell";',
      ],
      ["export const cells: Readonly<Record<FieldKind, Cell>> = {", "  duration: DurationCell,"],
    ],
  },
  {
    file: "components/fields/registry/values.tsx",
    text: [["const values: Readonly<Record<FieldKind, Value>> = {", "  duration: NumberValue,"]],
  },
  {
    file: "components/fields/registry/inputs.tsx",
    text: [
      [
        "export const inputs: Readonly<Record<FieldKind, (props: InputProps) => ReactNode>> = {",
        "  duration: NumberInput,",
      ],
    ],
  },
];

const resource: readonly Change[] = [
  {
    file: "lib/resources/monitoring/maintenance-window.ts",
    text: "maintenance-window.ts.txt",
  },
  {
    file: "lib/resources/index.ts",
    text: [
      [
        'import { monitor } from "./monitoring/monitor";',
        'import { maintenanceWindow } from "./monitoring/maintenance-window";',
      ],
      ["const others: readonly Resource[] = [", "  maintenanceWindow,"],
    ],
  },
];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "tocsin-new-kind-"));
  const left = new Set([".git", ".next", "dist", "node_modules"]);
  cpSync(".", copy, { recursive: true, filter: (path) => !left.has(path) });
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, "next-env.d.ts"), '/// <reference types="next" />\n');
  apply([...kind, ...resource]);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it("a kind takes at most 6 files, and a resource 2", () => {
  expect([...kind, ...registries]).toHaveLength(6);
  expect(resource).toHaveLength(2);
});

it("the compiler names the tables that lack a kind", async () => {
  const faults = await typeFaults();
  expect(faults.sort()).toEqual(registries.map(({ file }) => file).sort());
});

it("the API, its document, the list, the record and the form have the new kind", async () => {
  apply(registries);
  expect(await typeFaults()).toEqual([]);
  const test = "tests/new-kind.test.ts";
  const vitest = "node_modules/vitest/vitest.mjs";
  const { stdout } = await run("node", [vitest, "run", "--project", "memory", test], { cwd: copy });
  expect(stripVTControlCharacters(stdout)).toMatch(/Tests +4 passed/);
});

function apply(changes: readonly Change[]): void {
  writeFileSync(join(copy, "tests/new-kind.test.ts"), readFixture("checks.ts.txt"));
  for (const { file, text } of changes) {
    const path = join(copy, file);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof text === "string") writeFileSync(path, readFixture(text));
    else writeFileSync(path, text.reduce(withLine, readFileSync(path, "utf8")));
  }
}

function readFixture(name: string): string {
  return readFileSync(join(fixtures, name), "utf8");
}

/** Returns a text with a line added after the only occurrence of another. */
function withLine(text: string, [after, added]: readonly [string, string]): string {
  expect(text.split(`${after}\n`), after).toHaveLength(2);
  return text.replace(`${after}\n`, () => `${after}\n${added}\n`);
}

/** Returns the files of the copy with type errors, each once. */
async function typeFaults(): Promise<string[]> {
  const tsc = "node_modules/typescript/bin/tsc";
  const output = await run("node", [tsc, "--noEmit", "--pretty", "false"], { cwd: copy }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
  return [
    ...new Set([...output.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = ""]) => file)),
  ];
}
