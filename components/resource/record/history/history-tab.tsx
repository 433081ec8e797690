import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { PartError } from "@/components/errors/part-error";
import { mergeLabelRequests, RecordLabels, referencedIds } from "@/components/fields/record-labels";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/form/select";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { Skeleton } from "@/components/ui/skeleton";
import { titleOf } from "@/components/words/field-title";
import { mayRead, useProject } from "@/lib/client/project/project";
import { useNextPage } from "@/lib/client/queries/next-page";
import { inProject, listQuery } from "@/lib/client/queries/queries";
import { changeLog } from "@/lib/resources/system/change-log";
import { isJsonObject } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";
import { loggedColumns } from "./field-changes";
import { HistoryEntry } from "./history-entry";
import { historyPages } from "./history-query";

/** All changes to a record, latest first; of one field if the URL names it. */
export function HistoryTab({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const { project } = useProject();
  const columns = loggedColumns(resource);
  const [asked, setField] = useQueryState("field", parseAsString);
  const field = columns.find(({ name }) => name === asked)?.name;
  const log = useInfiniteQuery(historyPages(resource, project._id, id, field));
  const older = useNextPage(log);
  const entries = log.data?.pages.flatMap(({ data }) => data);
  return (
    <div className="grid max-w-4xl gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Field"
          choices={[
            { value: "", text: "All fields" },
            ...columns.map((column) => ({ value: column.name, text: titleOf(column) })),
          ]}
          value={field ?? ""}
          onChange={(chosen) => void setField(chosen === "" ? null : chosen)}
          className="w-56"
        />
        {field !== undefined && (
          <Button ref={passFocusOn} look="quiet" onPress={() => void setField(null)}>
            Show all fields
          </Button>
        )}
      </div>
      {log.error && (
        <PartError
          what="history"
          error={log.error}
          onRetry={() => void (log.isFetchNextPageError ? older.fetchNext() : log.refetch())}
        />
      )}
      {!entries && !log.error && <Skeleton className="w-1/2" />}
      {entries && (
        <Entries {...{ resource, entries, field }} onField={(name) => void setField(name)} />
      )}
      {log.hasNextPage && (
        <Button
          ref={passFocusOn}
          className="w-fit"
          isPending={older.isPending}
          onPress={() => void older.fetchNext()}
        >
          Show older changes
        </Button>
      )}
    </div>
  );
}

function Entries(props: {
  readonly resource: Resource;
  readonly entries: readonly Row[];
  readonly field: string | undefined;
  readonly onField: (field: string) => void;
}) {
  const { resource, entries, field, onField } = props;
  const causeOf = useCauses(entries);
  const causes = entries.map(causeOf).filter((cause) => cause !== undefined);
  if (entries.length === 0) {
    return (
      <p className="text-13 text-ink-muted">
        {field === undefined
          ? "No logged changes, or you do not have permission to read the change log."
          : "No logged changes to this field."}
      </p>
    );
  }
  return (
    <RecordLabels
      ask={mergeLabelRequests(
        ...entries.map((entry) => idsOfEntry(resource, entry)),
        referencedIds(changeLog, causes),
      )}
    >
      <ol aria-label="Changes, newest first" className="grid gap-5">
        {entries.map((entry) => (
          <HistoryEntry
            key={String(entry._id)}
            {...{ resource, entry, field, onField }}
            cause={causeOf(entry)}
          />
        ))}
      </ol>
    </RecordLabels>
  );
}

function idsOfEntry(resource: Resource, { before = null, after = null }: Row) {
  return referencedIds(resource, [before, after].filter(isJsonObject));
}

/**
 * Returns the requested change that caused a log entry: rules made the entry in the same
 * transaction.
 */
type Causes = (entry: Row) => Row | undefined;

const most = 500;

/**
 * Finds, for entries about changes by rules, the requested change that caused them. Returns none if
 * one request made several changes, or while the response is pending.
 */
function useCauses(entries: readonly Row[]): Causes {
  const context = useProject();
  const byRules = entries.filter(({ channel }) => channel === "rule");
  const of = (name: string) => [...new Set(byRules.map((entry) => String(entry[name])))];
  const { data } = useQuery({
    ...listQuery(changeLog, {
      query: inProject(changeLog, context.project._id, {
        // All changes of a request have the time of the requested change, which is indexed.
        at: { _type: "Includes", value: of("at").slice(0, most) },
        requestId: { _type: "Includes", value: of("requestId").slice(0, most) },
        channel: { _type: "NotEqual", value: "rule" },
      }),
      select: {
        at: true,
        requestId: true,
        channel: true,
        resource: true,
        recordId: true,
        operation: true,
      },
      ...{ limit: most, cursor: "" },
    }),
    enabled: byRules.length > 0 && mayRead(context, changeLog),
  });
  const asked = data && data.count === data.data.length ? data.data : [];
  return ({ channel, at, requestId }) => {
    if (channel !== "rule") return undefined;
    const found = asked.filter((one) => one.at === at && one.requestId === requestId);
    return found.length === 1 ? found[0] : undefined;
  };
}
