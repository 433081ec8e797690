import { permissionsAllow } from "@/components/permissions/granting";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";

/**
 * Returns a curl command that tests a key. It lists a resource that the key may read, else it
 * requests `/api/me`.
 */
export function curlExample(
  origin: string,
  secret: string,
  permissions: readonly string[],
): string {
  const readable = [incident, ...resources.values()].find(
    (resource) => resource.inReference && permissionsAllow(permissions, resource, "read"),
  );
  const path = readable ? `/api/${readable.path}/get-list?limit=5` : "/api/me";
  return `curl -s '${origin}${path}' \\\n  -H 'ApiKey: ${secret}'`;
}
