import { type Caller, everyProject } from "./caller";

/** Returns Tocsin itself as a caller with all rights. The change log shows `name`. */
export function systemCaller(name: string): Caller {
  return {
    type: "system",
    id: "system",
    name,
    grants: new Map([[everyProject, new Set(["Project Owner"])]]),
  };
}
