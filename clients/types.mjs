import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

/** The resources whose types `npm test` compiles. */
const resources = ["incident", "incident-state", "incident-severity"];
const folder = new URL("../docs/examples/types/", import.meta.url).pathname;

/**
 * Writes the types of docs/examples from the documents of the live server, with a digest of each
 * document, by which `npm test` notices types that are out of date. Rejects if they were.
 */
export async function writeTypes(run, bin, work, { base }) {
  const digests = {};
  let isChanged = false;
  for (const resource of resources) {
    const document = await (await fetch(`${base}/api/openapi/${resource}.json`)).json();
    writeFileSync(`${work}/${resource}.json`, JSON.stringify(document));
    const file = `${folder}${resource}.ts`;
    const before = textOf(file);
    await run(bin("openapi-typescript"), [`${resource}.json`, "-o", file], { cwd: work });
    isChanged ||= textOf(file) !== before;
    const { paths, components } = document;
    const text = JSON.stringify({ paths, components });
    digests[resource] = createHash("sha256").update(text).digest("base64url");
  }
  writeFileSync(`${folder}digests.json`, `${JSON.stringify(digests, null, 2)}\n`);
  if (isChanged) throw new Error("They were out of date, and are written. Commit them.");
}

function textOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
