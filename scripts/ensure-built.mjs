import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";
import { patiently, root, runOrExit, runPackage } from "./run-command.mjs";

const sources = ["app", "components", "lib", "public"];
const settings = [
  ...["next.config.mjs", "package-lock.json", "postcss.config.mjs", "tsconfig.json"],
  "scripts/ensure-built.mjs",
];
/** The bundles that run without this folder's sources: the server with its thread, and the commands. */
const commands = {
  ...{ server: "lib/server/process/main.ts", pages: "lib/server/pages/render-pages.ts" },
  ...{ backup: "lib/server/commands/backup.ts", restore: "lib/server/commands/restore.ts" },
  ...{ verify: "lib/server/commands/verify.ts", copy: "lib/server/commands/copy.ts" },
  ...{ "reset-owner": "lib/server/commands/reset-owner.ts" },
  ...{ "import-oneuptime": "lib/server/commands/import-oneuptime.ts" },
};
const stamp = `${root}dist/build-stamp`;

/**
 * Builds the server and its commands (`dist/server.js`, …) and the pages (`.next`) unless a build
 * of exactly these sources exists. On failure prints the end of the output and a sentence, and ends
 * the process with 1.
 */
export async function ensureBuilt() {
  const wanted = fingerprint();
  if (isBuilt(wanted)) return;
  process.stdout.write(
    "Building. This happens once after a change and takes about half a minute.\n",
  );
  await runOrExit(bundleServer(), "The server could not be built.");
  await runOrExit(
    patiently(
      "building",
      runPackage("next/dist/bin/next", ["build"], {
        env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      }),
    ),
    "The pages could not be built.",
  );
  hintFirstScripts();
  await compressStatic();
  writeFileSync(stamp, wanted);
}

/** The pages whose first scripts run nearly all of their functions: those that hydrate a document. */
const hydrated = ["/p/[project]", "/p/[project]/[resource]", "/p/[project]/[resource]/[id]"];

/**
 * Lets the browser compile the functions of the first scripts beside the page's main thread, while
 * the scripts arrive (explicit compile hints of V8). Otherwise each is compiled at its first call.
 */
function hintFirstScripts() {
  const routes = JSON.parse(
    readFileSync(`${root}.next/diagnostics/route-bundle-stats.json`, "utf8"),
  );
  const first = routes
    .filter(({ route }) => hydrated.includes(route))
    .flatMap(({ firstLoadChunkPaths }) => firstLoadChunkPaths);
  for (const path of new Set(first)) {
    const script = readFileSync(root + path, "utf8");
    writeFileSync(root + path, `${compileHint}\n${script}`);
  }
}

const compileHint = "//# allFunctionsCalledOnLoad";

/**
 * Writes a compressed copy (`.br`, `.gz`) next to each text that the browser loads, for
 * `lib/server/pages/static-files.ts`.
 */
async function compressStatic() {
  const folder = `${root}.next/static`;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|css|svg|json)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

function isBuilt(wanted) {
  return (
    existsSync(`${root}.next/BUILD_ID`) &&
    Object.keys(commands).every((name) => existsSync(`${root}dist/${name}.js`)) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === wanted
  );
}

/** Returns a hash of the path and content of every input of a build; tests are left out. */
function fingerprint() {
  const hash = createHash("sha256");
  const inFolders = sources
    .filter((folder) => existsSync(root + folder))
    .flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length)),
    );
  for (const path of [...inFolders, ...settings].sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(root + path))
      .update("\0");
  }
  return hash.digest("hex");
}

async function bundleServer() {
  try {
    await build({
      absWorkingDir: root,
      entryPoints: commands,
      outdir: "dist",
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      // Joins an object literal that is spread into another one with it. Node.js 20 gives each such
      // object a hidden class of its own, which makes every later access to it slow.
      minifySyntax: true,
      logLevel: "silent",
    });
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: String(error.message) };
  }
}
