import { pause, waitUntil } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { adminKey, type Served } from "@/tests/server/server-process";
import { newLabel, newProject, openStream, type StreamClient } from "./stream-client";

/** Kills the server in mid-stream again and again. The follower resumes after its last event. */
export async function proveKills(run: Run, writes: number, rounds: number): Promise<void> {
  const settings = {
    ...{ ADMIN_API_KEY: adminKey, LOG_LEVEL: "error", RATE_LIMIT: "off" },
    DATABASE_URL: `file:${run.folder()}/killed.db`,
  };
  let served = await run.serve(settings);
  const projectId = await newProject(served, "Killed");
  const acknowledged = new Set<string>();
  const seen: string[] = [];
  let last: string | undefined;
  const follow = async (from: Served): Promise<StreamClient> => {
    const after = last === undefined ? "" : `&after=${last}`;
    return openStream(from, `resources=label${after}`, ({ recordId = "" }) => {
      seen.push(recordId);
    });
  };
  for (let round = 0; round < rounds; round += 1) {
    const stream = await follow(served);
    last ??= stream.last();
    const target = Math.ceil((writes * (round + 1)) / rounds);
    await writeUntil(served, projectId, acknowledged, target);
    // The end of the last round is delivered; the others end in mid-stream.
    if (round === rounds - 1)
      await waitUntil(() => new Set(seen).size >= acknowledged.size, 30_000);
    await served.stop("SIGKILL");
    await stream.ended;
    last = stream.last();
    served = await run.serve(settings);
  }
  const stream = await follow(served);
  await pause(1_000);
  stream.close();
  await served.stop();
  const once = new Set(seen);
  run.check(`writes while killed ${rounds} times`, acknowledged.size >= writes, `${writes}`);
  run.none(
    "events missed",
    [...acknowledged].filter((id) => !once.has(id)),
  );
  run.none("events repeated", seen.length - once.size);
}

/** Writes with eight clients until `target` writes are acknowledged. */
async function writeUntil(
  served: Served,
  projectId: string,
  acknowledged: Set<string>,
  target: number,
): Promise<void> {
  const client = async () => {
    while (acknowledged.size < target) {
      acknowledged.add(await newLabel(served, projectId, `label ${acknowledged.size}`));
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
}
