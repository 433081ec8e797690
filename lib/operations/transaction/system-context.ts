import { systemCaller } from "@/lib/auth/grants/system-caller";
import { newId } from "@/lib/store/port/new-id";
import type { Store } from "@/lib/store/port/store";
import type { Context } from "./context";

/** Returns the context of an operation of the server itself. The change log shows `name`. */
export function systemContext(store: Store, name: string, now: Date): Context {
  return {
    caller: systemCaller(name),
    requestId: newId(),
    channel: "system",
    store,
    policy: { references: "loose" },
    now: () => now,
  };
}
