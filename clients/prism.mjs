import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { freePort, startSampleServer } from "../scripts/sample-server.mjs";

const corpus = new URL("../tests/fixtures/plain-replies/", import.meta.url).pathname;

/**
 * Sends the documented calls of all resources, and those of the recorded corpus, refusals included,
 * through Prism, which compares requests and replies with the document of each resource. Returns how
 * many, and how often Prism rightly objected to a request. Rejects if it objects to anything else. The
 * server has the database of the corpus.
 */
export async function proxied(bin, work) {
  const database = `${work}/corpus.db`;
  writeFileSync(database, gunzipSync(readFileSync(`${corpus}database.db.gz`)));
  const server = await startSampleServer({ DATABASE_URL: `file:${database}` });
  try {
    const { paths } = await (await fetch(`${server.base}/api/openapi.json`)).json();
    const recorded = recordedCalls(server.key);
    const resources = Object.keys(paths).flatMap((path) => path.match(listPath)?.[1] ?? []);
    const passedOver = new Map();
    let count = 0;
    for (const resource of resources) {
      // Prism needs half a minute to begin with the document of some resources.
      const address = `${server.base}/api/openapi/${resource}.json?spellings=all`;
      const text = await (await fetch(address)).text();
      const file = `${work}/${resource}-all.json`;
      writeFileSync(file, text);
      const own = recorded.filter(({ path }) => path.split("/")[2] === resource);
      const calls = [...own, ...callsOf(JSON.parse(text))];
      await throughPrism(bin, file, server, { calls, passedOver });
      count += calls.length;
    }
    const told = [...passedOver].map(([reason, times]) => `, ${times} ${reason}`).join("");
    return `${count} calls of ${resources.length} resources${told}`;
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

async function throughPrism(bin, file, { base, key }, { calls, passedOver }) {
  const port = await freePort();
  const args = ["proxy", file, base, "-p", String(port)];
  const prism = spawn(bin("prism"), args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await listening(prism);
    const send = sender(`http://127.0.0.1:${port}`, key, passedOver);
    for (const call of calls) await send(call);
    if (send.faults.length > 0) throw new Error(send.faults.slice(0, 20).join("\n"));
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

function sender(base, key, passedOver) {
  const faults = [];
  const send = async (call) => {
    const { method, path, body, text = body && JSON.stringify(body), headers } = call;
    const type = body && { "Content-Type": "application/json" };
    const sent = { ApiKey: key, ...type, ...headers };
    const withBody = text !== undefined && method !== "GET" && { body: text };
    const reply = await fetch(`${base}${path}`, { method, headers: sent, ...withBody });
    const replied = await reply.text();
    const found = JSON.parse(reply.headers.get("sl-violations") ?? "[]");
    // Prism replies itself where it cannot forward a request or read a reply.
    if (replied.includes("stoplight.io/prism/errors")) found.push({ location: [], replied });
    const reasons = found.map((one) => [one, reasonOf(one, call, reply)]);
    const wrong = reasons.flatMap(([one, reason]) => (reason ? [] : [one]));
    if (wrong.length > 0) faults.push(`${method} ${path} ${reply.status} ${JSON.stringify(wrong)}`);
    for (const reason of new Set(reasons.flatMap(([, one]) => one ?? []))) {
      passedOver.set(reason, (passedOver.get(reason) ?? 0) + 1);
    }
  };
  return Object.assign(send, { faults });
}

/**
 * Returns why an objection of Prism is right; undefined for a fault of the document or the server. Of
 * a reply none is right. A request that the server refuses may be objected to: to its route, its media
 * type or its parts.
 */
function reasonOf({ location: [place, part, name], code }, { method, path }, { ok }) {
  if (place !== "request") return undefined;
  if (!ok) return "of them refused by both";
  // The server takes them for clients that send all values as text; the document asks for numbers.
  if (code === "type" && /^(?:limit|skip)$/.test(name)) return "with limit or skip as text";
  if (part !== undefined) return undefined;
  if (method === "OPTIONS") return "by OPTIONS";
  return path.split("?")[0].endsWith("/") ? "with a slash at the end of the path" : undefined;
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
