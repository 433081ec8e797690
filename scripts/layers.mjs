import { posix } from "node:path";

const definitions = ["lib/schema", "lib/resources", "lib/contract"];
const background = ["lib/events", "lib/jobs"];
const engine = [
  ...definitions,
  "lib/store",
  ...background,
  "lib/auth",
  "lib/operations",
  "lib/http",
];

/** Each layer with the layers that it may import. All other files are open to all layers. */
const layers = {
  "lib/schema": [],
  "lib/resources": engine.slice(0, 1),
  "lib/contract": engine.slice(0, 2),
  "lib/store": engine.slice(0, 3),
  "lib/events": engine.slice(0, 4),
  "lib/jobs": engine.slice(0, 4),
  "lib/auth": engine.slice(0, 6),
  "lib/operations": engine.slice(0, 7),
  "lib/http": engine.slice(0, 8),
  "lib/import": engine.slice(0, 8),
  "lib/observability": engine,
  "lib/server": [...engine, "lib/import", "lib/observability", "lib/app.ts", "lib/env.ts"],
  "lib/settings": ["lib/schema"],
  "lib/env.ts": ["lib/settings"],
  "lib/app.ts": [...engine, "lib/observability", "lib/env.ts"],
  "lib/client": definitions,
  components: [...definitions, "lib/client"],
  app: [...definitions, "lib/auth", "lib/http", "lib/env.ts", "lib/client", "components"],
  "app/api": ["lib/schema", "lib/http", "lib/app.ts"],
};

/** Packages that only some layers may import. */
const packages = [
  { names: ["better-sqlite3", "kysely", "pg"], layers: ["lib/store"] },
  { names: ["react", "react-dom"], layers: ["lib/client", "components", "app"] },
  { names: ["next"], layers: ["lib/client", "components", "app", "lib/server"] },
];

/** Layers whose code also runs in browsers, without modules of Node. */
const inBrowsers = [...definitions, "lib/client", "components"];

/** Code that only some folders of lib may hold, because a change to a record is logged there. */
const writes = [
  {
    pattern: /\bRecordWriter\b|\bwriter\.(?:insert|update|remove|appendChange)\(/,
    // The access log is a log itself, and also of requests without a caller.
    folders: ["lib/store", "lib/operations/transaction", "lib/auth/access-log"],
    why: "it changes records without a transaction of lib/operations/transaction.",
  },
  {
    pattern: /\bstore\.write\(/,
    within: "lib/operations",
    folders: ["lib/operations/transaction"],
    why: "it opens a transaction by hand. Call inTransaction.",
  },
];

/** Maximum number of source files in a folder; tests do not count. */
const mostFiles = 20;

/**
 * Returns the violations of the rules of layers and folders in `files` (paths from the root of the
 * tree), a sentence each. `read` returns the text of a file.
 */
export function layerFaults(files, read) {
  const all = new Set(files);
  const imports = files
    .filter((file) => isSource(file) && layerOf(file) !== undefined)
    .flatMap((file) => importsOf(file, read(file), all));
  const wrong = imports.flatMap((one) => {
    const why = one.to === undefined ? packageFault(one) : fileFault(one);
    return why === undefined ? [] : [`${one.from} imports ${one.name}: ${why}`];
  });
  return [
    ...wrong,
    ...strayWrites(files, read),
    ...crowdedFolders(files),
    ...folderCycles(imports),
  ];
}

function strayWrites(files, read) {
  const sources = files.filter((file) => file.startsWith("lib/") && isSource(file));
  return sources.flatMap((file) =>
    writes
      .filter(({ within = "lib", folders }) => isIn(file, [within]) && !isIn(file, folders))
      .filter(({ pattern }) => pattern.test(read(file)))
      .map(({ why }) => `${file}: ${why}`),
  );
}

function isIn(file, folders) {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

function fileFault({ from, to, name }) {
  if (name.startsWith("../")) return "across folders, import by the alias @/.";
  const [mine, theirs] = [layerOf(from), layerOf(to)];
  if (theirs === undefined || theirs === mine || layers[mine].includes(theirs)) return undefined;
  return `${mine} may import ${layers[mine].join(", ") || "no other layer"}.`;
}

function packageFault({ from, name }) {
  const mine = layerOf(from);
  const rule = packages.find(({ names }) => names.includes(name.split("/")[0]));
  if (rule && !rule.layers.includes(mine)) return `only ${rule.layers.join(", ")} may.`;
  const isNode = name.startsWith("node:") && inBrowsers.includes(mine);
  return isNode ? "it runs in browsers too, where there are no modules of Node." : undefined;
}

function crowdedFolders(files) {
  const counts = new Map();
  for (const file of files.filter(isSource)) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > mostFiles)
    .map(([folder, count]) => `${folder} holds ${count} source files; at most ${mostFiles}.`);
}

/** Returns the cycles of imports between folders, without tests. */
function folderCycles(imports) {
  const graph = new Map();
  for (const { from, to } of imports.filter((one) => one.to !== undefined)) {
    const [one, other] = [placeOf(from), placeOf(to)];
    if (one !== other) graph.set(one, (graph.get(one) ?? new Set()).add(other));
  }
  return circlesOf(graph).map((circle) => `These folders import each other: ${circle.join(", ")}.`);
}

/** The folder of a file. The files directly in lib are no group, so that each stands for itself. */
function placeOf(file) {
  const folder = posix.dirname(file);
  return folder === "lib" ? file : folder;
}

/** Returns the strongly connected components of the graph that hold several places (Tarjan, 1972). */
function circlesOf(graph) {
  const [numbers, lowest, stack, found] = [new Map(), new Map(), [], []];
  const follow = (place, next) => {
    if (!numbers.has(next)) visit(next);
    if (stack.includes(next)) lowest.set(place, Math.min(lowest.get(place), lowest.get(next)));
  };
  const visit = (place) => {
    lowest.set(place, numbers.size);
    numbers.set(place, numbers.size);
    stack.push(place);
    for (const next of graph.get(place) ?? []) follow(place, next);
    if (lowest.get(place) === numbers.get(place)) found.push(stack.splice(stack.indexOf(place)));
  };
  for (const place of graph.keys()) if (!numbers.has(place)) visit(place);
  return found.filter(({ length }) => length > 1).map((circle) => circle.sort());
}

/** Returns the imports of a file: each with its specifier, and the file if it is in the tree. */
function importsOf(from, text, all) {
  const names = new Set([...text.matchAll(importPattern)].map(([, name]) => name));
  return [...names].map((name) => ({ from, name, to: fileOf(from, name, all) }));
}

/**
 * Matches the end of an import or export with a source, an import for its effect, and a dynamic
 * import.
 */
const importPattern = /(?:^import |\bfrom |\bimport\()"([^"\n]+)"/gm;

function fileOf(from, name, all) {
  const path = name.startsWith("@/")
    ? name.slice(2)
    : name.startsWith(".") && posix.join(posix.dirname(from), name);
  if (!path) return undefined;
  const endings = ["", ".ts", ".tsx", "/index.ts", "/index.tsx", ".d.mts"];
  return endings.map((ending) => path + ending).find((file) => all.has(file));
}

/** Returns the layer of a file, the innermost if several contain it. */
function layerOf(file) {
  return Object.keys(layers)
    .filter((layer) => file === layer || file.startsWith(`${layer}/`))
    .sort((one, other) => other.length - one.length)[0];
}

/** Tests may import anything and do not count. */
function isSource(file) {
  return /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file);
}
