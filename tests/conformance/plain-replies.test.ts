import { afterAll, beforeAll, expect, it } from "vitest";
import { readCorpus, restoreCorpus } from "@/prove/replies/corpus";
import { settings } from "@/prove/replies/deployment";
import { comparable, sendTo } from "@/prove/replies/request";
import {
  bundleServer,
  type Served,
  scratchFolder,
  startServer,
} from "@/tests/server/server-process";

/** Headers that later decisions added. */
const addedHeaders: Readonly<Record<string, string>> = {
  "X-Change-Token": "083: where a stream of changes goes on after a read",
};

/** Names that pages of other origins may read since: of replies with files, refusals and times. */
const addedReadable = ["Allow", "Content-Disposition", "Server-Timing", "WWW-Authenticate"];

/** Kinds with fields that later decisions added. */
const addedFields: Readonly<Record<string, string>> = {
  "api-key": "079: dialect",
  "access-log": "115: statusPageId, visitorId",
  project: "114: timeZone",
  "status-page": "097: publishedAt, timeZone",
};

const scratch = scratchFolder();
let served: Served;
beforeAll(async () => {
  const file = scratch.path("recorded.db");
  restoreCorpus(file);
  served = await startServer(await bundleServer(), { ...settings, DATABASE_URL: `file:${file}` });
});
afterAll(async () => {
  await served.stop();
  scratch.remove();
});

/** Returns a reply without the headers that were added. */
function asBefore(reply: string): string {
  const [head = "", ...body] = reply.split("\n\n");
  const isOld = (line: string) => !((line.split(":")[0] ?? "") in addedHeaders);
  const old = head.split("\n").filter(isOld).map(withoutAddedNames);
  return [old.join("\n"), ...body].join("\n\n");
}

function withoutAddedNames(line: string): string {
  const [name, names] = line.split(": ");
  if (name !== "Access-Control-Expose-Headers" || names === undefined) return line;
  const old = names.split(", ").filter((one) => !addedReadable.includes(one));
  return `${name}: ${old.join(", ")}`;
}

it("the plain API replies as before keys had a dialect, byte for byte", async () => {
  const different: string[] = [];
  let compared = 0;
  for (const { shape, caller, reply } of readCorpus()) {
    const { method, path, body = "" } = shape;
    if ((path.split(/[/?]/)[2] ?? "") in addedFields) continue;
    compared += 1;
    const own = asBefore(comparable(await sendTo(served.port, shape, caller)));
    if (own !== asBefore(reply)) different.push(`${caller.name}: ${method} ${path} ${body}`);
  }
  expect(different).toEqual([]);
  expect(compared).toBeGreaterThan(1_500);
});
