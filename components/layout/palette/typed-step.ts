import type { Step } from "@/lib/client/saving/state-transitions";

/** A step and the number of the record that takes it. */
export interface TypedStep {
  readonly name: Step["name"];
  readonly number: string;
}

const names: ReadonlyMap<string, Step["name"]> = new Map<string, Step["name"]>([
  ["ack", "Acknowledge"],
  ["acknowledge", "Acknowledge"],
  ["resolve", "Resolve"],
  ["reopen", "Reopen"],
]);

/** Returns the step in a text such as "ack inc-58" or "resolve 58"; undefined for other texts. */
export function typedStep(text: string): TypedStep | undefined {
  const [, verb = "", number = ""] =
    /^([a-z]+)\s+#?((?:[a-z]+[-\s]?)?\d+)$/i.exec(text.trim()) ?? [];
  const name = names.get(verb.toLowerCase());
  return name && { name, number };
}
