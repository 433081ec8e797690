import { project } from "@/lib/resources/settings/project";
import { isUuid } from "@/lib/schema/values/uuid";
import { StartupError } from "@/lib/startup-error";
import { KindReader, KindRefused } from "./kind-reader";
import type { Source } from "./source";

/** The project to import. */
export interface FoundProject {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the project that the key of a source sees, or the one that the operator names. Throws a
 * `StartupError` if that leaves none or several.
 */
export async function findProject(source: Source, wanted?: string): Promise<FoundProject> {
  if (wanted !== undefined && !isUuid(wanted)) {
    throw new StartupError("--project must be the id of a project, in the shape of a UUID.");
  }
  const id = wanted?.toLowerCase();
  if (id !== undefined) source.narrowTo(id);
  const seen = await seenProjects(source, id);
  const [only, ...others] = id === undefined ? seen : seen.filter((one) => one.id === id);
  if (only && others.length === 0) {
    source.narrowTo(only.id);
    return only;
  }
  if (only) {
    const list = seen.map(({ id: of, name }) => `  --project ${of}  ${name}`).join("\n");
    throw new StartupError(`The key sees several projects. Name one of them:\n${list}`);
  }
  if (id === undefined) {
    throw new StartupError("The key shows no project. Name its id in --project.");
  }
  if (seen.length > 0) throw new StartupError(`The key does not see the project ${id}.`);
  return { id, name: id };
}

async function seenProjects(source: Source, id: string | undefined): Promise<FoundProject[]> {
  const reader = new KindReader(source, project, id, { name: true });
  try {
    const found = await reader.page(0, 100);
    return found.map(({ _id, name }) => ({
      id: _id.toLowerCase(),
      name: typeof name === "string" ? source.clean(name) : _id,
    }));
  } catch (error) {
    if (error instanceof KindRefused) return [];
    throw error;
  }
}
