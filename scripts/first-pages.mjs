import { setTimeout as pause } from "node:timers/promises";
import { median } from "./interactions.mjs";
import { signInAt, startSampleServer } from "./sample-server.mjs";

const pages = ["list", "record", "overview"];
/** Time after the warm-up until the first page is requested, in milliseconds. */
const quietMs = 1_500;

/**
 * Measures how much longer the first page takes after a start than the second: each page once in a
 * new process, requested after the warm-up. Returns one row, the median over the pages.
 */
export async function firstPages() {
  const differences = [];
  for (const page of pages) differences.push(await difference(page));
  return [
    { what: "first page after a start, longer by", is: median(differences), most: 100, unit: "ms" },
  ];
}

async function difference(page) {
  const server = await startSampleServer({ LOG_LEVEL: "info", WARM_UP: "1" });
  try {
    await server.isWarm;
    const cookie = await signInAt(server.base);
    const address = server.base + (await pathOf(page, server));
    await pause(quietMs);
    const first = await timeOf(address, cookie);
    return first - (await timeOf(address, cookie));
  } finally {
    await server.stop();
  }
}

async function pathOf(page, { base, key }) {
  if (page === "overview") return "/p/acme";
  if (page === "list") return "/p/acme/incident";
  const reply = await fetch(`${base}/api/incident/get-list`, {
    method: "POST",
    headers: { ApiKey: key, "Content-Type": "application/json" },
    body: JSON.stringify({ limit: 1 }),
  });
  const { data } = await reply.json();
  return `/p/acme/incident/${data[0]._id}`;
}

/** Returns the time until the whole document has arrived, in milliseconds. */
async function timeOf(address, cookie) {
  const started = performance.now();
  const reply = await fetch(address, {
    headers: { Cookie: cookie, Accept: "text/html", "Sec-Fetch-Site": "none" },
  });
  await reply.text();
  if (reply.status !== 200) throw new Error(`${address} answered ${reply.status}.`);
  return performance.now() - started;
}
