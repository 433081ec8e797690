import { resourceAt } from "@/lib/resources";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";
import { requiredBody } from "@/tests/bodies";
import { matrixResources } from "@/tests/matrix";
import { adminKey, type Served } from "@/tests/server/server-process";
import { newKey, newProject, openStream, send } from "./stream-client";

/** Longest time from the end of a key to the end of its stream, in milliseconds. */
const closedMs = 5_000;

interface Follower {
  readonly projectId: string;
  /** The resources that the key may read; undefined: all. */
  readonly readable: ReadonlySet<string> | undefined;
  readonly key: { readonly _id: string; readonly key: string };
  readonly heard: { readonly resource: string; readonly projectId: string }[];
}

/**
 * Writes records of all resources in two projects at random. Keys of each project, owners and keys
 * with one permission, follow them. Then each key is revoked.
 */
export async function proveRights(run: Run, writes: number): Promise<void> {
  const served = await run.serve({
    ...{ ADMIN_API_KEY: adminKey, LOG_LEVEL: "error", RATE_LIMIT: "off" },
  });
  const projects = [await newProject(served, "One"), await newProject(served, "Other")];
  const written = matrixResources.filter(({ operations }) => operations.includes("create"));
  const followers: Follower[] = [];
  for (const projectId of projects) {
    followers.push(await followerOf(served, projectId));
    for (const { path, permission } of written) {
      const title = permission.read;
      if (title !== undefined) followers.push(await followerOf(served, projectId, { path, title }));
    }
  }
  const streams = await Promise.all(
    followers.map(({ key, heard }) =>
      openStream(
        served,
        "",
        ({ resource = "", projectId }) => heard.push({ resource, projectId: String(projectId) }),
        key.key,
      ),
    ),
  );
  const paths = written.map(({ path }) => path);
  const made = await writeAtRandom(served, projects, paths, writes);
  await pause(2_000);
  const wrong = followers.flatMap(({ projectId, readable, heard }) =>
    heard
      .filter((one) => one.projectId !== projectId || readable?.has(one.resource) === false)
      .map((one) => `${one.resource} of ${one.projectId} for a key of ${projectId}`),
  );
  run.tell("random writes that succeeded", `${made} of ${writes}`);
  run.some("followers", followers.length);
  run.some(
    "events heard",
    followers.reduce((sum, { heard }) => sum + heard.length, 0),
  );
  run.none("events that the key may not read", wrong);
  const [follower] = followers;
  const began = performance.now();
  await send(served, `api-key/${follower?.key._id}`, {}, adminKey, "DELETE");
  const name = await Promise.race([streams[0]?.ended, pause(10_000)]);
  run.check("last event of a revoked key", name === "bye", String(name));
  run.within("from the end of a key to the end of its stream", performance.now() - began, closedMs);
  for (const stream of streams) stream.close();
  await served.stop();
}

/** Makes a key that may read one resource of a project; absent one: all of them. */
async function followerOf(
  served: Served,
  projectId: string,
  only?: { readonly path: string; readonly title: string },
): Promise<Follower> {
  const key = await newKey(served, projectId, [only?.title ?? "Project Owner"]);
  // Several resources share a permission.
  const shared = matrixResources.filter(({ permission }) => permission.read === only?.title);
  const readable = only && new Set([only.path, ...shared.map(({ path }) => path)]);
  return { projectId, readable, key, heard: [] };
}

/** Creates records at random and deletes every third. Returns the number of successes. */
async function writeAtRandom(
  served: Served,
  projects: readonly string[],
  paths: readonly string[],
  writes: number,
): Promise<number> {
  let [made, tried] = [0, 0];
  const client = async () => {
    while (tried < writes) {
      tried += 1;
      const seed = tried;
      const path = oneOf(paths);
      const resource = resourceAt(path);
      if (!resource) continue;
      const data = requiredBody(resource, oneOf(projects), seed);
      try {
        const { _id } = await send(served, path, { data });
        made += 1;
        if (seed % 3 === 0) await send(served, `${path}/${_id}`, {}, adminKey, "DELETE");
      } catch {
        // A record that another one must precede is refused. The count of successes tells.
      }
    }
  };
  await Promise.all([client(), client(), client(), client()]);
  return made;
}

function oneOf(values: readonly string[]): string {
  return values[Math.floor(Math.random() * values.length)] ?? "";
}
