import { permissionsAllow } from "@/components/permissions/granting";
import { incident } from "@/lib/resources/incidents/incident";
import { resources } from "@/lib/resources/index";

/** A command for a terminal that shows that a key works: it reads what the key may read, else who it is. */
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
