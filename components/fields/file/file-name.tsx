import { useQuery } from "@tanstack/react-query";
import { shortId } from "@/components/fields/short-id";
import { labelsQuery } from "@/lib/client/queries/label-batch";

/** Link that downloads a file by its name. Without a stored file, shows the id. */
export function FileName({ id }: { readonly id: string }) {
  const { data } = useQuery(labelsQuery({ file: [id] }));
  const name = data?.["file"]?.[id]?.label;
  if (name === undefined) {
    return (
      <span className="font-mono text-12 text-ink-muted" title={id}>
        {shortId(id)}
      </span>
    );
  }
  return (
    <a
      href={`/api/file/${id}`}
      download={name}
      className="wrap-anywhere text-ink-strong underline decoration-line-strong underline-offset-2 hover:decoration-ink-strong"
    >
      {name}
    </a>
  );
}
