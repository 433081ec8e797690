import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

// Each row becomes a file whose import breaks the layer rules: [its folder, its import].
const forbidden = [
  ["lib/schema", "@/lib/resources/index"],
  ["lib/schema", "node:fs"],
  ["lib/resources", "@/lib/store/store"],
  ["lib/store", "@/lib/auth/caller"],
  ["lib/auth", "@/lib/operations/context"],
  ["lib/auth", "better-sqlite3"],
  ["lib/operations", "@/lib/http/exchange"],
  ["lib/operations", "kysely"],
  ["lib/operations", "../http/exchange"],
  ["lib/http", "@/lib/server/listener"],
  ["lib/http", "next/server"],
  ["lib/http", "@/lib/env"],
  ["lib/server", "@/components/layout/mark"],
  ["lib/client", "@/lib/store/store"],
  ["lib/client", "@/lib/env"],
  ["components/ui", "@/lib/http/exchange"],
  ["components/ui", "@/app/page"],
  ["app/docs", "@/lib/store/store"],
  ["app/docs", "@/lib/app"],
  ["app/api", "@/lib/operations/context"],
] as const;

const allowed = [
  ["lib/resources", "@/lib/schema/resource"],
  ["lib/http", "@/lib/operations/context"],
  ["components/ui", "@/lib/schema/resource"],
  ["app/api", "@/lib/app"],
] as const;

const probes = [...forbidden, ...allowed].map(([folder, source], index) => ({
  path: `${folder}/probe-${index}.ts`,
  code: `import "${source}";\n`,
  isForbidden: index < forbidden.length,
}));

test("the layer rules refuse each forbidden import, and no other", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tocsin-layers-"));
  try {
    for (const file of ["biome.json", ".gitignore"]) await copyFile(file, join(folder, file));
    for (const { path, code } of probes) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), code);
    }
    const expected = probes.filter(({ isForbidden }) => isForbidden).map(({ path }) => path);
    expect((await refused(folder)).sort()).toEqual(expected.sort());
  } finally {
    await rm(folder, { recursive: true });
  }
});

interface Report {
  readonly diagnostics: readonly { readonly location: { readonly path: string } }[];
}

/** Returns the files under `cwd` that the linter refuses because of their imports. */
function refused(cwd: string): Promise<string[]> {
  const only = ["--only=style/noRestrictedImports", "--max-diagnostics=none", "--reporter=json"];
  return new Promise((answer) => {
    execFile(resolve("node_modules/.bin/biome"), ["lint", ...only], { cwd }, (_error, stdout) => {
      const { diagnostics } = JSON.parse(stdout) as Report;
      answer(diagnostics.map(({ location }) => location.path));
    });
  });
}
