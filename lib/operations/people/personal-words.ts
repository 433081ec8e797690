import { activeMembershipsOf } from "@/lib/auth/sessions/session-caller";
import { member } from "@/lib/resources/settings/member";
import { project } from "@/lib/resources/settings/project";
import type { Reader } from "@/lib/store/port/store";

interface Person {
  /** Absent for a person who has no account yet. */
  readonly id?: string;
  readonly name: string;
  readonly email: string;
  /** A project they are about to join. */
  readonly joins?: string;
}

/**
 * Texts that are guessed first in a new password of this person: their name and e-mail address, the names of their
 * projects and the address of the deployment.
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

/** Each name is looked for in the password, which takes time. */
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
