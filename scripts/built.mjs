import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { root, runOrExit, runPackage } from "./run-command.mjs";

const sources = ["app", "components", "lib", "public"];
const settings = ["next.config.mjs", "package-lock.json", "postcss.config.mjs", "tsconfig.json"];
const stamp = `${root}dist/build-stamp`;

/**
 * Builds the server (`dist/server.js`) and the pages (`.next`) unless a build of exactly these sources is there.
 * On failure prints the end of the output and a sentence, and ends the process with 1.
 */
export async function ensureBuilt() {
  const wanted = fingerprint();
  if (isBuilt(wanted)) return;
  process.stdout.write(
    "Building. This happens once after a change and takes about half a minute.\n",
  );
  await runOrExit(bundleServer(), "The server could not be built.");
  await runOrExit(
    runPackage("next/dist/bin/next", ["build"], {
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    }),
    "The pages could not be built.",
  );
  writeFileSync(stamp, wanted);
}

function isBuilt(wanted) {
  return (
    existsSync(`${root}.next/BUILD_ID`) &&
    existsSync(`${root}dist/server.js`) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === wanted
  );
}

/** A hash of the path and content of everything a build reads; tests are left out. */
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
      entryPoints: ["lib/server/main.ts"],
      outfile: "dist/server.js",
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      logLevel: "silent",
    });
    return { code: 0, output: "" };
  } catch (error) {
    return { code: 1, output: String(error.message) };
  }
}
