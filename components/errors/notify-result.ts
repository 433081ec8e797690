import { notify, type ToastMessage } from "@/components/ui/toast/toast";
import { notifyFailure } from "./notify-failure";

/**
 * Shows the result of an action in a toast, on whatever page the user is by then. `failed` is the
 * title if the action rejects.
 */
export async function notifyResult(
  act: () => Promise<ToastMessage>,
  failed: string,
): Promise<void> {
  try {
    notify(await act());
  } catch (error) {
    notifyFailure(failed, error);
  }
}
