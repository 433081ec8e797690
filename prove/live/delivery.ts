import { ms, pause, quantile, waitUntil } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { startPostgres } from "@/tests/postgres-server";
import { adminKey, type Served } from "@/tests/server/server-process";
import { newLabel, newProject, openStream, send } from "./stream-client";

/** Longest time between a write and the reply to the read that its event causes. */
const promisedMs = 1_000;

/** Times writes until a follower has read the record, on SQLite and over two processes. */
export async function proveDelivery(run: Run, writes: number): Promise<void> {
  const settings = { ADMIN_API_KEY: adminKey, LOG_LEVEL: "error", RATE_LIMIT: "off" };
  const onFile = await run.serve({ ...settings, DATABASE_URL: `file:${run.folder()}/live.db` });
  await timeWrites(run, "SQLite", { writer: onFile, reader: onFile }, writes);
  await onFile.stop();
  const postgres = await startPostgres();
  if (typeof postgres === "string") return run.skip("two processes on PostgreSQL", postgres);
  run.onEnd(() => postgres.stop());
  const shared = { ...settings, DATABASE_URL: postgres.url("postgres") };
  const writer = await run.serve(shared);
  const reader = await run.serve(shared);
  await timeWrites(run, "two processes on PostgreSQL", { writer, reader }, writes);
  await Promise.all([writer.stop(), reader.stop()]);
}

async function timeWrites(
  run: Run,
  where: string,
  { writer, reader }: { readonly writer: Served; readonly reader: Served },
  writes: number,
): Promise<void> {
  const projectId = await newProject(writer, "Delivery");
  const seen = new Map<string, number>();
  const stream = await openStream(reader, "resources=label", ({ recordId = "" }) => {
    const query = { _id: { _type: "Includes", value: [recordId] } };
    void send(reader, "label/get-list", { query }).then(() => {
      seen.set(recordId, performance.now());
    });
  });
  const sent = new Map<string, number>();
  for (let n = 0; n < writes; n += 1) {
    const at = performance.now();
    sent.set(await newLabel(writer, projectId, `label ${n}`), at);
    await pause(5);
  }
  await waitUntil(() => seen.size === writes, 30_000);
  stream.close();
  const took = [...sent].map(([id, at]) => (seen.get(id) ?? Number.POSITIVE_INFINITY) - at);
  run.check(`changes delivered, ${where}`, seen.size === writes, String(seen.size));
  run.tell(`median from the write to the row, ${where}`, ms(quantile(took, 0.5)));
  run.withinOnQuiet(`p99 from the write to the row, ${where}`, quantile(took, 0.99), promisedMs);
}
