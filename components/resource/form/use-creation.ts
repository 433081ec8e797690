import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DraftKey } from "@/lib/client/device/drafts";
import { useLatest } from "@/lib/client/device/use-latest";
import type { Saved } from "./use-save-record";

/**
 * Returns a function that runs the creation of a draft's record, and whether one is running that
 * another form began, which is unmounted since.
 */
export function useCreation({ person, project, resource, record }: DraftKey) {
  const mutationKey = ["creation", person, project, resource.path, record];
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: (work: () => Promise<Saved>) => work(),
  });
  const [isOwn, setOwn] = useState(false);
  const run = (work: () => Promise<Saved>) => {
    setOwn(true);
    return mutateAsync(work);
  };
  return { run, isPendingElsewhere: useIsMutating({ mutationKey }) > 0 && !isOwn };
}

/** Calls `onEnd` when a creation that another form began has ended. */
export function useSavedElsewhere(isPending: boolean, onEnd: () => void): void {
  const latest = useLatest(onEnd);
  const wasPending = useRef(false);
  // The end of the other form's request is outside of React.
  useEffect(() => {
    if (wasPending.current && !isPending) latest.current();
    wasPending.current = isPending;
  }, [isPending, latest]);
}
