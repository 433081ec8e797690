import type { ProblemBody } from "./problem";

/** Returns a problem document; empty if the text is not a JSON object, for example from a proxy. */
export function asProblem(text: string): ProblemBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
