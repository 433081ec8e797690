import type { FirstStart } from "@/lib/operations/first-start";

/** What a first start made, for the terminal of the operator; "" when it made nothing that is not known. */
export function describeFirstStart({ owner, key }: FirstStart): string {
  const rows = [
    key && `API key    ${key}`,
    owner?.password && `E-mail     ${owner.email}`,
    owner?.password && `Password   ${owner.password}`,
  ].filter(Boolean);
  if (rows.length === 0) return "";
  const lines = ["First start. These are shown once, so keep them:", "", ...rows];
  return `\n${lines.map((line) => (line ? `  ${line}` : "")).join("\n")}\n\n`;
}
