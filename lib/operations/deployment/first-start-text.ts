import type { FirstStart } from "./first-start";

/**
 * What a first start made, for the terminal of the operator; "" when it made nothing that is not known.
 * `sampleProjectId` names the project that was filled with sample data, if any.
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
