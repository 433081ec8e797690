import { notify, type ToastMessage } from "@/components/ui/toast/toast";
import { ErrorMessage } from "./error-message";

/**
 * Shows a toast that an action failed, and why. For a denied request, the toast also names the
 * users who can grant the permission.
 */
export function notifyFailure(title: string, error: unknown): void {
  notify({ title, detail: <ErrorMessage error={error} />, tone: "danger" });
}

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
