import { project } from "@/lib/resources/project";
import type { Row } from "@/lib/schema/row";
import { deriveBeforeCreate } from "./derived";
import { newRow } from "./new-row";
import { findRow } from "./read-whole";
import type { Moment } from "./rules/rules";

/**
 * Registers the project a record names, empty and under its id, when a caller of the whole deployment is
 * the first to write to it.
 */
export async function registerProject(moment: Moment, row: Row): Promise<void> {
  const { projectId } = row;
  if (typeof projectId !== "string" || projectId === row._id) return;
  if (await findRow(moment.writer, project, projectId, "all")) return;
  const named = { _id: projectId, name: projectId };
  const registered = newRow(moment.context, project, named, moment.now);
  await deriveBeforeCreate(moment, project, registered);
  await moment.changes.create(project, registered);
}
