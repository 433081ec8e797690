import type { Reader, Writer } from "@/lib/store/port/store";

/** The setting that lists the people who own the whole deployment, as a JSON array of their ids. */
const name = "deploymentOwners";

/**
 * The ids of the people who are Project Owner of every project, those not made yet included. They are no
 * members of single projects; so this stands in the settings.
 */
export async function deploymentOwners(reader: Reader): Promise<readonly string[]> {
  const owners: unknown = JSON.parse((await reader.setting(name)) ?? "[]");
  return Array.isArray(owners) ? owners.map(String) : [];
}

/** Makes a person an owner of the whole deployment; nothing changes when they are one. */
export async function addDeploymentOwner(writer: Writer, userId: string): Promise<void> {
  const owners = new Set(await deploymentOwners(writer));
  await writer.putSetting(name, JSON.stringify([...owners.add(userId)]));
}
