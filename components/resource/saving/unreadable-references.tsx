import { inSentence } from "@/components/words/sentence-case";
import { resourceAt } from "@/lib/resources/index";

/** Names the kinds whose references the user may not read, before a deletion; nothing without any. */
export function UnreadableReferences(props: {
  readonly paths: readonly string[];
  /** The records to delete, in the sentence. */
  readonly to: "it" | "them";
}) {
  const { paths, to } = props;
  if (paths.length === 0) return null;
  const kinds = paths.map((path) => inSentence(resourceAt(path)?.plural ?? path));
  return (
    <p className="text-13 text-ink-muted">
      Records you cannot read may also refer to {to}: {kinds.join(", ")}.
    </p>
  );
}
