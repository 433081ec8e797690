import type { Reader, Writer } from "@/lib/store/port/store";

/** The setting that lists the deployment owners, as a JSON array of user ids. */
const name = "deploymentOwners";

/**
 * Returns the ids of the users who are Project Owner of every project, including future ones. They
 * are not members of single projects, so a setting lists them.
 */
export async function deploymentOwners(reader: Reader): Promise<readonly string[]> {
  const owners: unknown = JSON.parse((await reader.setting(name)) ?? "[]");
  return Array.isArray(owners) ? owners.map(String) : [];
}

/** Makes a user a deployment owner. Changes nothing if they are one already. */
export async function addDeploymentOwner(writer: Writer, userId: string): Promise<void> {
  const owners = new Set(await deploymentOwners(writer));
  await writer.putSetting(name, JSON.stringify([...owners.add(userId)]));
}
