import { ExplainLink } from "@/components/errors/error-message";
import { explainAccessPath } from "@/components/errors/explain-access-path";
import type { RecordProps } from "@/components/resource/record-props";
import { Button, buttonClass } from "@/components/ui/button";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { RelativeTime } from "@/components/ui/relative-time";
import { recordTitle } from "@/components/words/record-title";
import { serverTime, useHasPassed } from "@/lib/client/device/server-time";
import { mayUse, useProject } from "@/lib/client/project/project";
import { filledAddress } from "@/lib/schema/record/filled-address";
import type { Publication } from "@/lib/schema/resource";
import { Preview } from "./preview";
import { type Told, usePublish } from "./use-publish";

interface Props extends RecordProps {
  readonly publication: Publication;
}

/**
 * Tells whether visitors see the page of a record, or from when on, with the buttons that change
 * that, and shows the page as visitors will see it.
 *
 * @example <PublicationPanel {...{ resource, record, publication: resource.publication }} />
 */
export function PublicationPanel({ resource, record, publication }: Props) {
  const { since, address, preview, shows } = publication;
  const publishedAt = record[since];
  const hasPassed = useHasPassed(String(publishedAt));
  // A list reads only some columns of a record. An unread time says nothing.
  if (publishedAt === undefined) return null;
  const isPublished = typeof publishedAt === "string" && hasPassed;
  return (
    <section aria-label="Publication" className="mb-4 grid gap-2 border-line border-y py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-13">
        <p className="min-w-0">
          {typeof publishedAt === "string" ? (
            <>
              {isPublished ? "Published" : "Will be published"}{" "}
              <RelativeTime instant={publishedAt} />
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
          <PublishButtons
            {...{ resource, record, publication, isPublished }}
            isScheduled={typeof publishedAt === "string" && !isPublished}
          />
        </div>
      </div>
      <Preview
        address={filledAddress(preview, record)}
        version={String(record.updatedAt)}
        shows={shows}
      />
    </section>
  );
}

interface ButtonsProps extends Props {
  readonly isPublished: boolean;
  /** The page will be published by itself. */
  readonly isScheduled: boolean;
}

function PublishButtons(props: ButtonsProps) {
  const { resource, record, publication, isPublished, isScheduled } = props;
  const context = useProject();
  const { setTime, isPending } = usePublish(resource, record, publication.since);
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
  const told = toldOf(`“${recordTitle(resource, record, undefined)}”`);
  const publish = () => setTime(new Date(serverTime()).toISOString(), told.published);
  if (isPublished) {
    return (
      <Button isPending={isPending} onPress={() => setTime(null, told.ended)}>
        Unpublish
      </Button>
    );
  }
  return (
    <>
      {isScheduled && (
        <Button
          ref={passFocusOn}
          isPending={isPending}
          onPress={() => setTime(null, told.cancelled)}
        >
          Cancel publication
        </Button>
      )}
      <Button look="primary" isPending={isPending} onPress={publish}>
        {isScheduled ? "Publish now" : "Publish"}
      </Button>
    </>
  );
}

/** Returns the titles of toasts about a page, for each change. */
function toldOf(page: string): Readonly<Record<"published" | "ended" | "cancelled", Told>> {
  return {
    published: {
      done: `${page} published`,
      failed: `${page} not published`,
      unknown: `It is not known whether ${page} was published`,
    },
    ended: {
      done: `${page} no longer published`,
      failed: `${page} still published`,
      unknown: `It is not known whether ${page} is still published`,
    },
    cancelled: {
      done: `${page} will not be published`,
      failed: `${page} will still be published`,
      unknown: `It is not known whether ${page} will still be published`,
    },
  };
}
