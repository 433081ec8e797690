import { useEffect, useRef, useState } from "react";
import { SaveConflict } from "@/lib/client/saving/save-merged";
import { notifyFailure } from "./notify-failure";

interface Options {
  /** Title of the toast about an error, if the component cannot show it. */
  readonly failed: string;
  /**
   * Shows an error in the mounted component. Returns the part that is left for `error`; by default
   * everything. `toast` is for components without a place for errors.
   */
  readonly onError?: "toast" | ((error: unknown) => unknown);
}

/** The request of a component. */
export interface Request {
  /**
   * Runs `work`, or nothing while an earlier call is under way. A response may arrive after the
   * component is unmounted. `work` therefore contains everything that is due in any case. `then` is
   * called only in the mounted component: it closes a dialog or navigates. `late` is called instead
   * after the unmount, and an error becomes a toast.
   */
  readonly send: <Result>(
    work: () => Promise<Result>,
    then?: (result: Result) => void,
    late?: (result: Result) => void,
  ) => Promise<void>;
  readonly isPending: boolean;
  /** Error of the last request; undefined without one. */
  readonly error: unknown;
}

/**
 * Decides the effect of a response that may be late.
 *
 * @example const revoking = useRequest({ failed: "Key not revoked" });
 * <Button onPress={() => void revoking.send(revoke, onClose)} isPending={revoking.isPending}>
 */
export function useRequest({ failed, onError = unchanged }: Options): Request {
  const isMounted = useRef(false);
  const isUnderWay = useRef(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  // Only effects report an unmount.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const send: Request["send"] = async (work, then, late) => {
    // A second press can come before the button is rendered as pending. Enter ignores the button.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setPending(true);
    setError(undefined);
    try {
      const result = await work();
      if (isMounted.current) then?.(result);
      else late?.(result);
    } catch (failure) {
      if (!isMounted.current || onError === "toast") notifyFailure(failed, failure);
      // The component shows the conflict itself.
      else if (!(failure instanceof SaveConflict)) setError(onError(failure));
    }
    isUnderWay.current = false;
    setPending(false);
  };
  return { send, isPending, error };
}

function unchanged(error: unknown): unknown {
  return error;
}
