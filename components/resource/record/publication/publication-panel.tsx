import { useState } from "react";
import { ExplainLink } from "@/components/errors/error-message";
import { explainAccessPath } from "@/components/errors/explain-access-path";
import { HiddenPart } from "@/components/errors/hidden-part";
import { notifyResult } from "@/components/errors/notify-failure";
import type { RecordProps } from "@/components/resource/record-props";
import { Button, buttonClass } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { mayRead, mayUse, useProject } from "@/lib/client/project/project";
import { knownResource } from "@/lib/client/project/resource-at";
import { useUpdate } from "@/lib/client/saving/mutations";
import { filledAddress } from "@/lib/schema/record/filled-address";
import type { Publication } from "@/lib/schema/resource";

interface Props extends RecordProps {
  readonly publication: Publication;
}

/**
 * Tells whether visitors see the page of a record, with the button that publishes it or ends that,
 * and shows the page as visitors will see it.
 *
 * @example <PublicationPanel {...{ resource, record, publication: resource.publication }} />
 */
export function PublicationPanel({ resource, record, publication }: Props) {
  const { since, address, preview, shows } = publication;
  const publishedAt = record[since];
  // A list reads only some columns of a record. An unread time says nothing.
  if (publishedAt === undefined) return null;
  const isPublished = typeof publishedAt === "string";
  return (
    <section aria-label="Publication" className="mb-4 grid gap-2 border-line border-y py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-13">
        <p className="min-w-0">
          {isPublished ? (
            <>
              Published <RelativeTime instant={publishedAt} />
            </>
          ) : (
            "Not published: visitors find nothing at its address."
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {isPublished && (
            <a
              href={filledAddress(address, record)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({})}
            >
              Open page
            </a>
          )}
          <PublishButton {...{ resource, record, publication, isPublished }} />
        </div>
      </div>
      <Preview address={filledAddress(preview, record)} shows={shows} />
    </section>
  );
}

function PublishButton(props: Props & { readonly isPublished: boolean }) {
  const { resource, record, publication, isPublished } = props;
  const context = useProject();
  const update = useUpdate(resource);
  if (!mayUse(context, resource, "update")) {
    return (
      <p className="max-w-64 text-12 text-ink-muted">
        To publish it or end that, you need “{resource.permission.update}”.{" "}
        <ExplainLink
          href={context.base + explainAccessPath({ resource: resource.path, operation: "update" })}
        />
      </p>
    );
  }
  const change = () => {
    const value = isPublished ? null : new Date().toISOString();
    const data = { [publication.since]: value };
    void notifyResult(
      async () => {
        await update.mutateAsync({ id: String(record._id), data });
        return { title: isPublished ? "Page no longer published" : "Page published" };
      },
      isPublished ? "Page still published" : "Page not published",
    );
  };
  return (
    <Button look={isPublished ? "normal" : "primary"} isPending={update.isPending} onPress={change}>
      {isPublished ? "Unpublish" : "Publish"}
    </Button>
  );
}

interface PreviewProps extends Pick<Publication, "shows"> {
  readonly address: string;
}

/**
 * Loads the page when the user opens it, if the user may read all that it shows. Its own policy lets
 * nothing in it run or leave.
 */
function Preview({ address, shows }: PreviewProps) {
  const context = useProject();
  const [isOpen, setOpen] = useState(false);
  const needs = shows.map(knownResource);
  const isReadable = needs.every((one) => mayRead(context, one));
  return (
    <details className="text-13" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-ink-muted pointer-coarse:py-3">Preview</summary>
      {isOpen && !isReadable && <HiddenPart needs={needs} />}
      {isOpen && isReadable && (
        <iframe
          title="Preview of the page"
          src={address}
          sandbox=""
          className="mt-2 h-128 w-full rounded-sm border border-line bg-surface"
        />
      )}
    </details>
  );
}
