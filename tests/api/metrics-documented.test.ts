import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createMetrics } from "@/lib/observability/metrics";
import { resources } from "@/lib/resources";
import { openStore } from "@/lib/store/open-store";
import { chosenDatabase, newDatabase, type TestDatabase } from "@/tests/databases";

/** A row of the table of metrics: its names with braces expanded, and its description. */
interface Described {
  readonly names: readonly string[];
  readonly text: string;
}

async function operations(): Promise<{ described: Described[]; used: string[] }> {
  const page = await readFile("docs/operations.md", "utf8");
  const metrics = /## Metrics\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
  const rows = [...metrics.matchAll(/^\| (`(?:tocsin|nodejs)_.*?) \| (.*) \|$/gm)];
  const rules = await readFile("deploy/prometheus-rules.yml", "utf8");
  const dashboard = await readFile("deploy/grafana-dashboard.json", "utf8");
  const expressions = [
    ...[...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, expression = ""]) => expression),
    ...[...dashboard.matchAll(/"expr": (".*")/g)].map(([, text = '""']) => JSON.parse(text)),
  ].map((expression: string) => expression.replace(/\{[^}]*\}/g, ""));
  return {
    described: rows.map(([, names = "", text = ""]) => ({ names: namesIn(names), text })),
    used: expressions.flatMap((expression) =>
      [...expression.matchAll(/\b(?:tocsin|nodejs|process)_\w+/g)].map(([name]) => name),
    ),
  };
}

/**
 * Expands names: `…` repeats the prefix of the first name, `{a,b}_total` is two names, `{a,b}` at
 * the end are labels.
 */
function namesIn(cell: string): string[] {
  const written = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) =>
    name.replace(/^…_/, "tocsin_database_").replace(/\{[^}]*\}$/, ""),
  );
  return written.flatMap((name) => {
    const [, before = "", choices, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
    return choices === undefined
      ? [name]
      : choices.split(",").map((one) => `${before}${one}${after}`);
  });
}

/** Returns the names of all metrics of a server with every optional part. */
async function shown(): Promise<string[]> {
  const kind = chosenDatabase();
  const [own, follower] = [await newDatabase(kind), await newDatabase(kind)];
  const isShared = kind === "postgres";
  const store = await openStore({
    ...{ url: own.url, ...(isShared && { readUrl: follower.url }), poolSize: 2 },
    resources: resources.values(),
  });
  const metrics = createMetrics(store, "9.9.9");
  metrics.watchQueue({ waiting: () => ({ requests: 0, longestMs: 0 }) });
  const text = await metrics.around(async () => ({
    ...{ status: 200, headers: {} },
    body: await metrics.text(),
  }))({ method: "GET", path: "/", query: "", headers: {}, body: "" });
  await store.close();
  await Promise.all([own, follower].map((one: TestDatabase) => one.drop()));
  return [...String(text.body).matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name);
}

it("shows each metric that docs/operations.md describes, and describes each that is shown", async () => {
  const { described } = await operations();
  const isShared = chosenDatabase() === "postgres";
  const expected = described
    .filter(({ text }) => isShared || !/^(on PostgreSQL|with `DATABASE_READ_URL`):/.test(text))
    .flatMap(({ names }) => names)
    .filter((name) => name.startsWith("tocsin_"));
  const names = (await shown()).filter((name) => name.startsWith("tocsin_"));
  expect(new Set(names)).toEqual(new Set(expected));
});

it("the alert rules and the dashboard use only existing metrics", async () => {
  const { described, used } = await operations();
  const names = await shown();
  const known = new Set([
    ...described.flatMap((row) => row.names),
    ...names.filter((name) => !name.startsWith("tocsin_")),
  ]);
  expect(used.length).toBeGreaterThan(30);
  for (const name of used) expect(known).toContain(name.replace(/_bucket$/, ""));
});

it("promtool accepts the alert rules and their tests hold", async ({ skip }) => {
  const run = (...args: string[]) => promisify(execFile)("promtool", args, { cwd: "deploy" });
  const has = await run("--version").then(
    () => true,
    () => false,
  );
  skip(!has, "promtool is not installed");
  await run("check", "rules", "prometheus-rules.yml");
  await run("test", "rules", "prometheus-rules-test.yml");
});
