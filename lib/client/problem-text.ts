import type { ProblemBody } from "./problem";

/** A problem document as it came; empty for what is no JSON. */
export function asProblem(text: string): ProblemBody {
  try {
    return JSON.parse(text) as ProblemBody;
  } catch {
    return {};
  }
}
