import { ErrorMessage } from "@/components/errors/error-message";
import { MissingPermission } from "@/components/errors/missing-permission";
import { Button, ButtonLink } from "@/components/ui/button";
import { inSentence } from "@/components/words/sentence-case";
import { isProblem } from "@/lib/client/http/problem";
import { mayUse, useProject } from "@/lib/client/project/project";
import type { Resource } from "@/lib/schema/resource";

/** Explains why there are no rows, and what to do next. */
export function NoRows(props: {
  readonly resource: Resource;
  readonly isFiltered: boolean;
  /** The conditions as display text, each with a function that removes it. */
  readonly conditions: readonly { readonly text: string; readonly drop: () => void }[];
  readonly onClear: () => void;
}) {
  const { resource, isFiltered, conditions, onClear } = props;
  const context = useProject();
  const mayCreate = resource.operations.includes("create") && mayUse(context, resource, "create");
  if (!isFiltered) {
    return (
      <CenteredMessage title={`No ${inSentence(resource.plural)} yet`} text={resource.about}>
        {mayCreate && (
          <ButtonLink href={`${context.base}/${resource.path}/new`}>
            New {inSentence(resource.name)}
          </ButtonLink>
        )}
      </CenteredMessage>
    );
  }
  return (
    <CenteredMessage
      title={`No ${inSentence(resource.plural)} match`}
      text={
        conditions.length > 1 ? "Remove a condition to see more:" : "No records match the filter."
      }
    >
      {conditions.length > 1 &&
        conditions.map(({ text, drop }) => (
          <Button key={text} size="small" onPress={drop}>
            {text}
          </Button>
        ))}
      <Button onPress={onClear}>Show all</Button>
    </CenteredMessage>
  );
}

/** Explains why the filter is invalid. No request was sent with it. */
export function InvalidFilter(props: { readonly problem: string; readonly onClear: () => void }) {
  return (
    <CenteredMessage
      isAlert
      title="This filter cannot be used"
      text={`${props.problem} Correct the filter above, or show all.`}
    >
      <Button onPress={props.onClear}>Show all</Button>
    </CenteredMessage>
  );
}

/** Explains that the view of the address cannot be shown. No records were read. */
export function ViewMissing({ onClear }: { readonly onClear: () => void }) {
  return (
    <CenteredMessage
      isAlert
      title="This view was deleted or is not shared with you"
      text="If it is private, its owner can share it with the project."
    >
      <Button onPress={onClear}>Show all</Button>
    </CenteredMessage>
  );
}

interface ListErrorProps {
  readonly error: Error;
  readonly resource: Resource;
  readonly onRetry: () => void;
  readonly onClear: () => void;
}

/**
 * Explains why a list could not be shown: no permission, no connection, or an error with a number
 * to quote.
 */
export function ListError({ error, resource, onRetry, onClear }: ListErrorProps) {
  if (isProblem(error, "forbidden")) return <NotPermitted resource={resource} />;
  const isAsked = isProblem(error, "validation", "query_too_expensive");
  return (
    <CenteredMessage
      isAlert
      title={isAsked ? "This query is not possible" : "The list could not be loaded"}
      text={<ErrorMessage error={error} />}
    >
      {isAsked ? (
        <Button onPress={onClear}>Show all</Button>
      ) : (
        <Button onPress={onRetry}>Try again</Button>
      )}
    </CenteredMessage>
  );
}

/** Explains that the user may not see the list: the permission it takes, whom to ask, and why. */
export function NotPermitted({ resource }: { readonly resource: Resource }) {
  return (
    <CenteredMessage
      isAlert
      title={`You do not have permission to view ${inSentence(resource.plural)}`}
      text={<MissingPermission resource={resource} operation="list" />}
    />
  );
}

/** Explains that the filter refers to records of another resource, which the user may not see. */
export function FilterRefused(props: { readonly about: Resource; readonly onDrop: () => void }) {
  const { about, onDrop } = props;
  return (
    <CenteredMessage
      isAlert
      title={`This filter uses ${inSentence(about.plural)}, which you do not have permission to view`}
      text={<MissingPermission resource={about} operation="list" />}
    >
      <Button onPress={onDrop}>Remove this filter</Button>
    </CenteredMessage>
  );
}

interface CenteredMessageProps {
  readonly title: string;
  readonly text: React.ReactNode;
  readonly isAlert?: boolean;
  readonly children?: React.ReactNode;
}

function CenteredMessage({ title, text, isAlert = false, children }: CenteredMessageProps) {
  return (
    <div
      {...(isAlert ? { role: "alert" } : { role: "status" })}
      className="sticky left-0 grid flex-1 content-start max-w-[100vw] justify-items-center gap-2 px-6 py-16 text-center md:max-w-[calc(100vw-14rem)]"
    >
      <p className="font-semibold text-16 text-ink-strong">{title}</p>
      <div className="max-w-prose text-balance text-14 text-ink-muted">{text}</div>
      {children && <div className="flex flex-wrap justify-center gap-2 pt-2">{children}</div>}
    </div>
  );
}
