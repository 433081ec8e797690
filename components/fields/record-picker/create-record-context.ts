import { createContext, useContext } from "react";
import { mayUse, useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";

/** A record that a form needs and that does not exist yet. */
export interface NewRecordRequest {
  readonly resource: Resource;
  /** Name of the new record, as far as the user has typed it. */
  readonly name: string;
  /** Called with the id of the created record. */
  readonly onMade: (id: string) => void;
}

const CreateRecordContext = createContext<((wanted: NewRecordRequest) => void) | undefined>(
  undefined,
);

/** Lets inputs inside create a record without leaving their form. */
export const CreateRecordProvider = CreateRecordContext;

/**
 * Returns a function that creates a record of the resource at `path` next to the form that needs
 * it. Returns undefined when there is no provider or the current user lacks the permission.
 */
export function useCreateRecord(
  path: string,
): ((wanted: Omit<NewRecordRequest, "resource">) => void) | undefined {
  const make = useContext(CreateRecordContext);
  const context = useProject();
  const resource = resourceAt(path);
  if (!make || !resource?.operations.includes("create")) return undefined;
  if (!mayUse(context, resource, "create")) return undefined;
  return (wanted) => make({ ...wanted, resource });
}
