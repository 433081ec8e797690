import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { freePort } from "../scripts/sample-server.mjs";

/** Prism needs half a minute to begin with the document of one resource. */
const resources = ["incident", "label", "monitor-status-timeline"];

/**
 * Sends the documented calls of resources, and calls that are refused, through Prism, which compares
 * requests and replies with the document. Returns how many. Rejects if Prism objects.
 */
export async function proxied(bin, work, server) {
  let count = 0;
  for (const resource of resources) {
    const address = `${server.base}/api/openapi/${resource}.json?spellings=all`;
    const text = await (await fetch(address)).text();
    const file = `${work}/${resource}-all.json`;
    writeFileSync(file, text);
    count += await throughPrism(bin, file, server);
  }
  return `${count} calls of ${resources.length} resources`;
}

async function throughPrism(bin, file, { base, key }) {
  const port = await freePort();
  const args = ["proxy", file, base, "-p", String(port)];
  const prism = spawn(bin("prism"), args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await listening(prism);
    const send = sender(`http://127.0.0.1:${port}`, key);
    for (const call of callsOf(JSON.parse(readFileSync(file, "utf8")))) await send(call);
    if (send.faults.length > 0) throw new Error(send.faults.slice(0, 20).join("\n"));
    return send.count();
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
  let count = 0;
  const send = async ({ method, path, body, headers }) => {
    count += 1;
    const type = body && { "Content-Type": "application/json" };
    const reply = await fetch(`${base}${path}`, {
      ...{ method, headers: { ApiKey: key, ...type, ...headers } },
      ...(body && { body: JSON.stringify(body) }),
    });
    await reply.arrayBuffer();
    const violations = reply.headers.get("sl-violations");
    if (violations !== null) faults.push(`${method} ${path} ${reply.status} ${violations}`);
  };
  return Object.assign(send, { faults, count: () => count });
}

const unknown = "0190a000-0000-7000-8000-0000000000ff";

/** Returns the calls: reads first, deletes last, then those that are refused. */
function callsOf(document) {
  const all = Object.entries(document.paths).flatMap(([path, item]) => {
    const id = resolved(document, item.parameters?.[0])?.example;
    return Object.entries(item)
      .filter(([method, one]) => method !== "parameters" && isOfRecords(document, one))
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

function isOfRecords(document, { tags }) {
  return !["Service", "Signing in and people"].includes(tags[0]) && document.paths !== undefined;
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
