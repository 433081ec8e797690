import { shortId } from "@/components/fields/short-id";
import { Badge } from "@/components/ui/badge";
import { inSentence } from "@/components/words/sentence-case";
import { mayRead, useProject } from "@/lib/client/project/project";
import { resourceAt } from "@/lib/resources/index";

/**
 * Stands in for a record whose name is unknown. The API treats an id of an unreadable resource like
 * an unknown id. Therefore only ids of resources that the current user may read are shown as
 * missing, with the id to look for.
 */
export function MissingRecord({ path, id }: { readonly path: string; readonly id: string }) {
  const { isReadable, badge, sentence } = useMissingText(path);
  return (
    <span className="inline-flex items-center gap-2" title={`${sentence} ${id}`}>
      <Badge {...(isReadable && { tone: "warn" as const })}>{badge}</Badge>
      {isReadable && <span className="font-mono text-12 text-ink-muted">{shortId(id)}</span>}
      <span className="sr-only">{sentence}</span>
    </span>
  );
}

/** Returns the texts for a record of this resource whose name is unknown. */
function useMissingText(path: string) {
  const context = useProject();
  const kind = resourceAt(path);
  if (kind && !mayRead(context, kind)) {
    return {
      isReadable: false,
      badge: "No access",
      sentence: `You do not have permission to read ${inSentence(kind.plural)}.`,
    };
  }
  return {
    isReadable: true,
    badge: "Missing",
    sentence: "Record not found or not readable.",
  };
}
