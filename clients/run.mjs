import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { startSampleServer } from "../scripts/sample-server.mjs";
import { lint } from "./lint.mjs";
import { measurePostman } from "./postman.mjs";
import { proxied } from "./prism.mjs";
import { writeTypes } from "./types.mjs";

// From the document of a live server: generate clients, compile them strictly, and use each for a
// list, a create, an update with If-Match and a delete. Lint the document, send the calls of the
// API tests through a validating proxy, and measure the Postman collection.
const run = promisify(execFile);
const here = new URL(".", import.meta.url).pathname;
const bin = (name) => `${here}node_modules/.bin/${name}`;
const work = `${here}generated`;
rmSync(work, { recursive: true, force: true });
mkdirSync(work);
writeFileSync(`${work}/package.json`, '{"type":"module"}\n');

const server = await startSampleServer();
const failed = [];
try {
  for (const [path, file] of [
    ["openapi.json", "document.json"],
    ["openapi/incident.json", "incident.json"],
  ]) {
    writeFileSync(`${work}/${file}`, await (await fetch(`${server.base}/api/${path}`)).text());
  }
  const generators = {
    "openapi-typescript": [bin("openapi-typescript"), ["document.json", "-o", "paths.d.ts"]],
    "@hey-api/openapi-ts": [
      bin("openapi-ts"),
      ["-i", "document.json", "-o", "hey", "-c", "@hey-api/client-fetch", "--no-log-file"],
    ],
    orval: [
      bin("orval"),
      ["--input", "document.json", "--output", "orval/client.ts", "--client", "fetch"],
    ],
  };
  for (const [name, [program, args]] of Object.entries(generators)) {
    await step(`${name} generates`, () => run(program, args, { cwd: work, maxBuffer: 1e8 }));
  }
  for (const client of ["openapi-fetch", "hey-api", "orval"]) {
    await step(`${client} compiles strictly and is used`, async () => {
      await run(bin("tsc"), ["-p", `tsconfig.${client}.json`], { cwd: here, maxBuffer: 1e8 });
      const program = `${work}/out/${client}/use-${client}.js`;
      const env = { ...process.env, TOCSIN_URL: server.base, TOCSIN_KEY: server.key };
      await run(process.execPath, [program], { cwd: here, env });
    });
  }
  await step("the types of docs/examples are current", () => writeTypes(run, bin, work, server));
  await step("Redocly and Spectral find nothing", () => lint(run, bin, work));
  await step("Prism finds no fault in the replies", () => proxied(bin, work));
  await step("the Postman collection is small", () => measurePostman(`${work}/document.json`));
} finally {
  await server.stop();
}
process.stdout.write(`${failed.length === 0 ? "all passed" : `${failed.length} failed`}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function step(name, work) {
  const began = Date.now();
  try {
    const said = await work();
    const told = typeof said === "string" ? `: ${said}` : "";
    process.stdout.write(`passed  ${name}${told} (${Math.round((Date.now() - began) / 1000)} s)\n`);
  } catch (error) {
    failed.push(name);
    const output = `${error.stdout ?? ""}${error.stderr ?? ""}` || error.stack;
    process.stdout.write(`FAILED  ${name}\n${output.slice(0, 6000)}\n`);
  }
}
