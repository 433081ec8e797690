import { activeMembershipsOf } from "@/lib/auth/sessions/session-caller";
import { member } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import type { Reader } from "@/lib/store/port/store";

interface Person {
  /** Absent for a user without an account. */
  readonly id?: string;
  readonly name: string;
  readonly email: string;
  /** Id of a project that the user is about to join. */
  readonly joins?: string;
}

/**
 * Returns words that an attacker guesses first in the user's password: name, e-mail address, names
 * of their projects and address of the deployment.
 */
export async function personalWords(
  reader: Reader,
  { id, name, email, joins }: Person,
  publicUrl: string | undefined,
): Promise<readonly string[]> {
  const places = id === undefined ? [] : await projectsOf(reader, id);
  const projects = await namesOf(reader, joins === undefined ? places : [...places, joins]);
  return [email, name, publicUrl ?? "", ...projects];
}

/** Limits the time to search for each name in the password. */
const mostProjects = 100;

async function projectsOf(reader: Reader, userId: string): Promise<string[]> {
  const filter = activeMembershipsOf(userId);
  const columns = ["projectId"];
  const places = await reader.find(member, {
    projects: "all",
    filter,
    columns,
    limit: mostProjects,
  });
  return places.map(({ projectId }) => String(projectId));
}

async function namesOf(reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const filter = { op: "in", column: "_id", values: ids } as const;
  const rows = await reader.find(project, { projects: "all", filter, columns: ["name"] });
  return rows.map(({ name }) => String(name));
}
