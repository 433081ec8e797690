import { notifyFailure } from "@/components/errors/notify-failure";
import { closeFailures, notify } from "@/components/ui/toast/toast";
import { snapshotRecords } from "@/lib/client/queries/queries";
import { isOutcomeUnknown } from "@/lib/client/saving/bulk";
import { useUpdate } from "@/lib/client/saving/mutations";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** The titles of toasts for the results of a change. */
export interface Told {
  readonly done: string;
  readonly failed: string;
  /** Neither the change nor a read was answered. */
  readonly unknown: string;
}

/**
 * Returns the function that sets the time since which a record is published, and whether it is
 * pending. A toast tells the result. After a lost reply the record is read, because the server may
 * have made the change.
 */
export function usePublish(resource: Resource, record: Row, since: string) {
  const update = useUpdate(resource);
  const id = String(record._id);
  /** Returns whether the record has this time; undefined if the record could not be read either. */
  const isStored = async (time: string | null) => {
    const select = { _id: true, [since]: true };
    const found = await snapshotRecords(resource, { _id: id }, select).catch(() => undefined);
    return found?.some(({ record: read }) => read[since] === time);
  };
  const setTime = async (time: string | null, told: Told) => {
    try {
      await update.mutateAsync({ id, data: { [since]: time } });
    } catch (error) {
      const isDone = isOutcomeUnknown(error) ? await isStored(time) : false;
      const isUnknown = isDone === undefined;
      if (!isDone) return notifyFailure(isUnknown ? told.unknown : told.failed, error);
    }
    closeFailures(told.failed);
    closeFailures(told.unknown);
    notify({ title: told.done });
  };
  return {
    setTime: (time: string | null, told: Told) => void setTime(time, told),
    isPending: update.isPending,
  };
}
