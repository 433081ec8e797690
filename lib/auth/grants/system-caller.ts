import { type Caller, everyProject } from "./caller";

/** Tocsin itself as a caller that may do everything; `name` is what the change log shows. */
export function systemCaller(name: string): Caller {
  return {
    type: "system",
    id: "system",
    name,
    grants: new Map([[everyProject, new Set(["Project Owner"])]]),
  };
}
