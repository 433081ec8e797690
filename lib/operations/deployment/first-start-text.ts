import type { FirstStart } from "./first-start";

/**
 * Returns what a first start created, as text for the operator's terminal; "" if it created no
 * secret. `sampleProjectId` is the id of the project with sample data, if any.
 */
export function describeFirstStart(
  { owner, key }: FirstStart,
  sampleProjectId: string | undefined,
): string {
  const rows = [
    key && `API key    ${key}`,
    owner?.password && `E-mail     ${owner.email}`,
    owner?.password && `Password   ${owner.password}`,
  ].filter(Boolean);
  if (rows.length === 0) return "";
  if (sampleProjectId) rows.push(`Project    ${sampleProjectId} (Acme, sample data)`);
  const lines = ["First start. These are shown once, so keep them:", "", ...rows];
  return `\n${lines.map((line) => (line ? `  ${line}` : "")).join("\n")}\n\n`;
}
