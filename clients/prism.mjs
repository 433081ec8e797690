import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { freePort, startSampleServer } from "../scripts/sample-server.mjs";

const corpus = new URL("../tests/fixtures/plain-replies/", import.meta.url).pathname;

/**
 * Sends the documented calls of all resources, and those of the recorded corpus, refusals included,
 * through Prism, which compares requests and replies with the document of each resource. Returns how
 * many. Rejects if Prism objects. The server has the database of the corpus.
 */
export async function proxied(bin, work) {
  const database = `${work}/corpus.db`;
  writeFileSync(database, gunzipSync(readFileSync(`${corpus}database.db.gz`)));
  const server = await startSampleServer({ DATABASE_URL: `file:${database}` });
  try {
    const { paths } = await (await fetch(`${server.base}/api/openapi.json`)).json();
    const recorded = recordedCalls(server.key);
    const resources = Object.keys(paths).flatMap((path) => path.match(listPath)?.[1] ?? []);
    let count = 0;
    for (const resource of resources) {
      // Prism needs half a minute to begin with the document of some resources.
      const address = `${server.base}/api/openapi/${resource}.json?spellings=all`;
      const text = await (await fetch(address)).text();
      const file = `${work}/${resource}-all.json`;
      writeFileSync(file, text);
      const own = recorded.filter(({ path }) => path.split("/")[2] === resource);
      count += await throughPrism(bin, file, server, [...own, ...callsOf(JSON.parse(text))]);
    }
    return `${count} calls of ${resources.length} resources`;
  } finally {
    await server.stop();
  }
}

const listPath = /^\/api\/([^/]+)\/get-list$/;

/** Returns the recorded calls of all keys, those of the operator with the key of this server. */
function recordedCalls(key) {
  const text = brotliDecompressSync(readFileSync(`${corpus}calls.br`)).toString();
  return text.split("\n").map((line) => {
    const { shape, caller } = JSON.parse(line);
    const { method, path, body, headers } = shape;
    const type = body !== undefined && { "Content-Type": "application/json" };
    const own = caller.name === "operator" ? { ApiKey: key } : caller.headers;
    return { method, path, text: body, headers: { ...type, ...own, ...headers } };
  });
}

async function throughPrism(bin, file, { base, key }, calls) {
  const port = await freePort();
  const args = ["proxy", file, base, "-p", String(port)];
  const prism = spawn(bin("prism"), args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await listening(prism);
    const send = sender(`http://127.0.0.1:${port}`, key);
    for (const call of calls) await send(call);
    if (send.faults.length > 0) throw new Error(send.faults.slice(0, 20).join("\n"));
    return calls.length;
  } finally {
    prism.kill("SIGTERM");
  }
}

function listening(prism) {
  return new Promise((resolve, reject) => {
    let output = "";
    prism.stdout.on("data", (part) => {
      output += part;
      if (output.includes("Prism is listening")) resolve();
    });
    prism.once("exit", () => reject(new Error(`Prism ended.\n${output.slice(-2000)}`)));
  });
}

function sender(base, key) {
  const faults = [];
  const send = async ({ method, path, body, text = body && JSON.stringify(body), headers }) => {
    const type = body && { "Content-Type": "application/json" };
    const sent = { ApiKey: key, ...type, ...headers };
    const withBody = text !== undefined && method !== "GET" && { body: text };
    const reply = await fetch(`${base}${path}`, { method, headers: sent, ...withBody });
    await reply.arrayBuffer();
    const found = JSON.parse(reply.headers.get("sl-violations") ?? "[]");
    // Of a refused request, Prism rightly says that it is wrong. Without a part of the request, it
    // says that the document has no such route, as with OPTIONS.
    const isRight = ({ location }) => location[0] === "request" && (!reply.ok || !location[1]);
    const wrong = found.filter((one) => !isRight(one));
    if (wrong.length > 0) faults.push(`${method} ${path} ${reply.status} ${JSON.stringify(wrong)}`);
  };
  return Object.assign(send, { faults });
}

const unknown = "0190a000-0000-7000-8000-0000000000ff";

/** Returns the calls: reads first, deletes last, then those that are refused. */
function callsOf(document) {
  const all = Object.entries(document.paths).flatMap(([path, item]) => {
    const id = resolved(document, item.parameters?.[0])?.example;
    return Object.entries(item)
      .filter(([method, one]) => method !== "parameters" && isOfRecords(one))
      .filter(([method]) => method !== "get" || !/\/(?:update|delete)-item$/.test(path))
      .map(([method, operation]) => ({
        ...{ method: method.toUpperCase(), path: path.replace("{id}", id) },
        body: method === "get" ? undefined : exampleOf(document, operation),
      }));
  });
  const sent = all.filter(({ method, body }) => body || !/POST|PUT/.test(method));
  const gone = sent
    .filter(({ path }) => path.endsWith("/get-item"))
    .map((call) => ({ ...call, path: call.path.replace(/[0-9a-f-]{36}/, unknown) }));
  const counts = all.filter(({ path, method }) => path.endsWith("/count") && method === "GET");
  const anonymous = counts.map((call) => ({ ...call, headers: { ApiKey: "toc_none" } }));
  return [...sent.sort((one, other) => rank(one) - rank(other)), ...gone, ...anonymous];
}

function rank({ method, path }) {
  if (method === "DELETE" || /\/(?:delete-item|bulk-delete)$/.test(path)) return 2;
  return method === "GET" || /get-|count|versions|export/.test(path) ? 0 : 1;
}

function isOfRecords({ tags }) {
  return !["Service", "Signing in and people"].includes(tags[0]);
}

function exampleOf(document, { requestBody }) {
  return resolved(document, requestBody)?.content?.["application/json"]?.example;
}

function resolved(document, part) {
  if (part?.$ref === undefined) return part;
  return part.$ref
    .split("/")
    .slice(1)
    .reduce((at, name) => at[name], document);
}
