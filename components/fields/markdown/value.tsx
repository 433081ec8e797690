import type { ValueProps } from "@/components/fields/props/value-props";
import { Markdown } from "./markdown";

/** Shows rendered Markdown. */
export function MarkdownValue({ value }: ValueProps) {
  return <Markdown text={String(value)} />;
}
