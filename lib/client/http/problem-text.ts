import type { ProblemBody } from "./problem";

/** A problem document as it came; empty for a text that is no JSON object, as a proxy may send. */
export function asProblem(text: string): ProblemBody {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
