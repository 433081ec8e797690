"use client";

import { createContext, useContext } from "react";
import { mayUse, useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";
import type { Resource } from "@/lib/schema/resource";

/** A record that a form needs and that is not there yet. */
export interface NewRecordRequest {
  readonly resource: Resource;
  /** What it is to be called, as far as that was typed already. */
  readonly name: string;
  /** Is given its id once it is made. */
  readonly onMade: (id: string) => void;
}

const CreateRecordContext = createContext<((wanted: NewRecordRequest) => void) | undefined>(
  undefined,
);

/** Says how the inputs inside get a record made without their form being left. */
export const CreateRecordProvider = CreateRecordContext;

/**
 * Makes a record of the resource at `path` beside the form it is needed in. Undefined where there is no way to, or
 * this person may not.
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
