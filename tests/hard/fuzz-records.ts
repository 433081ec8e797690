import type { ApiRequest, ApiResponse } from "@/lib/http/message/request-response";
import { resources } from "@/lib/resources";
import type { JsonObject, JsonValue } from "@/lib/schema/json";
import { type TestApi, textOf } from "@/tests/api";
import { fullBody } from "@/tests/bodies";
import type { World } from "./fuzz-requests";

/** Replaces the hash of a secret. */
export const storedHash = "hash-of-a-secret";

/** Creates a few records of every resource, in two projects. */
export async function worldIn(api: TestApi): Promise<World> {
  const foreign = await api.newProject();
  const ids = new Map<string, string[]>();
  for (const resource of resources.values()) {
    const own: string[] = [];
    ids.set(resource.path, own);
    for (const projectId of [api.projectId, api.projectId, foreign]) {
      const data = settled(fullBody(resource, projectId, own.length + 1));
      const event = resource.path === "access-log" && {
        at: "2030-01-01T00:00:00.000Z",
        event: "sign_in",
      };
      const stored = { ...data, ...event, ...("password" in data && { password: storedHash }) };
      own.push(String((await api.insert(resource, stored))._id));
    }
  }
  const keys = [
    await api.key(["Project Owner"], null),
    ...[api.owner, api.owner, api.owner, api.owner, api.owner],
    await api.key(["Read All Project Resources"]),
    await api.key(["Read Incident", "Create Incident"]),
  ];
  return { resources: [...resources.values()], projectId: api.projectId, keys, ids };
}

/** Removes random parts of slugs and addresses, so that every world sorts them alike. */
function settled(data: JsonObject): JsonObject {
  const fixed = (value: JsonValue) =>
    typeof value === "string"
      ? value.replace(/^(slug-\d+-|Mia\.\d+\.)[0-9a-f]{6}/, "$1000000")
      : value;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, fixed(value)]));
}

/** Adds created records to the ids for later requests, and removes deleted ones. */
export function remember({ ids }: World, request: ApiRequest, { status, body }: ApiResponse): void {
  const [, , path = "", id, last] = request.path.split("/");
  const known = ids.get(path);
  if (status !== 200 || known === undefined) return;
  if (id === undefined && request.method === "POST") known.push(String(JSON.parse(body)._id));
  if (request.method !== "DELETE" && last !== "delete-item") return;
  const at = known.indexOf(String(id));
  if (at >= 0) known.splice(at, 1);
}

/**
 * Returns a response with all of its stream as its body. A snapshot is the whole database, so its
 * content is no leak. A stream of events has no end, so it is left after its first event.
 */
export async function wholeOf({ stream, onClose, ...reply }: ApiResponse): Promise<ApiResponse> {
  if (reply.headers["Content-Type"] === "application/vnd.sqlite3" || !stream) return reply;
  if (!onClose) return { ...reply, body: await textOf(stream) };
  const walk = stream[Symbol.asyncIterator]();
  await walk.next();
  onClose();
  await walk.return?.();
  return reply;
}
