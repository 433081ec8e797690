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

it("the plain API replies as before the dialect, byte for byte", async () => {
  const different: string[] = [];
  for (const { shape, caller, reply } of readCorpus()) {
    const own = comparable(await sendTo(served.port, shape, caller));
    if (own !== reply) different.push(`${shape.method} ${shape.path}`);
  }
  expect(different).toEqual([]);
});
