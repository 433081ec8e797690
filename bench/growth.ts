import type { Shot } from "./drive";
import { type Question, questions } from "./growth-questions";
import { incidents } from "./records";
import { figure, table, verdict } from "./report";
import { asProjectMember, type Served, serveTocsin } from "./serve";

/** A server with `rows` incidents, and the cursor of the middle of its list. */
interface Size {
  readonly rows: number;
  readonly served: Served;
  readonly cursor: string;
}

const blocks = 6;
const usualTimesABlock = 20;

/**
 * Sends the same requests to servers with more and more incidents, one after the other, in blocks
 * that alternate between the servers. Returns a table of the p95 in milliseconds. `isWanted`
 * selects questions by name; `filled` returns the URL of a database with that many incidents. The
 * servers are stopped at the end.
 */
export async function growthTable(
  rows: readonly number[],
  isWanted: (name: string) => boolean,
  filled: (rows: number) => Promise<string>,
): Promise<string> {
  const addresses: string[] = [];
  for (const count of rows) addresses.push(await filled(count));
  const servers: Served[] = [];
  try {
    for (const address of addresses) servers.push(await serveTocsin(address));
    const sizes: Size[] = [];
    for (const [index, server] of servers.entries()) {
      const served = await asProjectMember(server);
      const count = rows[index] ?? 0;
      sizes.push({ rows: count, served, cursor: await middleOf(served, count) });
    }
    const lines: string[][] = [];
    for (const question of questions.filter(({ name }) => isWanted(name)))
      lines.push(lineOf(question, await p95s(question, sizes)));
    return table(["p95 ms", ...rows.map((count) => figure(count)), "times", "at most", ""], lines);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Returns the p95 of a question on each server. */
async function p95s(question: Question, sizes: readonly Size[]): Promise<number[]> {
  const times = sizes.map((): number[] => []);
  for (let block = 0; block < blocks; block += 1) {
    for (const [at, size] of sizes.entries()) {
      // The first request of a block is not measured: the other servers have had the processor
      // since.
      const [, , ...measured] = await timesOf(question, size, block);
      times[at]?.push(...measured);
    }
  }
  return times.map(p95);
}

async function timesOf(question: Question, { rows, served, cursor }: Size, block: number) {
  const { timesABlock = usualTimesABlock } = question;
  const from = block * timesABlock;
  const times: number[] = [];
  for (let n = from; n < from + timesABlock + 2; n += 1) {
    times.push(await timed(served, question.shot({ n, rows, cursor })));
  }
  return times;
}

function lineOf({ name, aim, withinMs }: Question, values: readonly number[]): string[] {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const times = last / first;
  return [
    name,
    ...[...values, times].map((value) => figure(value, 2)),
    ...(withinMs === undefined ? [] : [`${withinMs} ms`, verdict(last, withinMs)]),
    ...(aim === undefined ? [] : [figure(aim), verdict(times, aim)]),
  ];
}

/**
 * Returns the milliseconds of a response. A scan may end at the deadline; any other request must
 * succeed.
 */
async function timed({ url, key }: Served, { method, path, body }: Shot): Promise<number> {
  const started = performance.now();
  const reply = await fetch(url + path, {
    method,
    headers: { apikey: key, "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });
  const text = await reply.text();
  if (!reply.ok && !text.includes("query_too_expensive")) {
    throw new Error(`${method} ${path} answered ${reply.status}: ${text.slice(0, 300)}`);
  }
  return performance.now() - started;
}

/** Returns the cursor of the page that ends in the middle of the list, found by its time. */
async function middleOf({ url, key }: Served, rows: number): Promise<string> {
  const ask = async (query: object, parameters: string) => {
    const reply = await fetch(`${url}${incidents}/get-list?${parameters}`, {
      method: "POST",
      headers: { apikey: key, "content-type": "application/json" },
      body: JSON.stringify({ query, select: { _id: true, createdAt: true } }),
    });
    return (await reply.json()) as { data: { createdAt: string }[]; nextCursor?: string };
  };
  const { data } = await ask({ incidentNumber: Math.floor(rows / 2) + 1 }, "limit=1");
  const value = data[0]?.createdAt ?? "";
  const page = await ask({ createdAt: { _type: "LessThan", value } }, "limit=50&cursor=");
  if (page.nextCursor === undefined) throw new Error("The middle of the list was not found.");
  return page.nextCursor;
}

function p95(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}
