import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { HiddenPart } from "@/components/errors/hidden-part";
import { PartError } from "@/components/errors/part-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { readText } from "@/lib/client/http/api";
import { mayRead, useProject } from "@/lib/client/project/project";
import { knownResource } from "@/lib/client/project/resource-at";
import type { Publication } from "@/lib/schema/resource";

interface Props extends Pick<Publication, "shows"> {
  readonly address: string;
  /** Another text for each version of the record. */
  readonly version: string;
}

/**
 * Loads the page when the user opens it, if the user may read all that it shows. Its own policy lets
 * nothing in it run or leave.
 */
export function Preview({ address, version, shows }: Props) {
  const context = useProject();
  const [isOpen, setOpen] = useState(false);
  const needs = shows.map(knownResource);
  const isReadable = needs.every((one) => mayRead(context, one));
  return (
    <details className="text-13" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-ink-muted pointer-coarse:py-3">Preview</summary>
      {isOpen && !isReadable && <HiddenPart needs={needs} />}
      {isOpen && isReadable && <Frame {...{ address, version }} />}
    </details>
  );
}

/** Reads the page before the frame does, because nobody can tell whether a frame shows an error. */
function Frame({ address, version }: Pick<Props, "address" | "version">) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["preview", address, version],
    queryFn: ({ signal }) => readText(address, signal),
    placeholderData: (before) => before,
    ...{ staleTime: 0, gcTime: 0 },
  });
  if (error) return <PartError what="preview" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="mt-2 h-128! w-full" />;
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <Button size="small" isPending={isFetching} onPress={() => void refetch()}>
        Reload preview
      </Button>
      <iframe
        // Another text is another page. An equal one keeps its place.
        key={data}
        title="Preview of the page"
        src={address}
        sandbox=""
        className="h-128 w-full rounded-sm border border-line bg-surface"
      />
    </div>
  );
}
