import { closeFailures, notify, type ToastMessage } from "@/components/ui/toast/toast";
import { isProblem } from "@/lib/client/http/problem";
import { ErrorMessage } from "./error-message";

/**
 * Shows a toast that an action failed, and why. For a denied request, the toast also names the
 * users who can grant the permission.
 */
export function notifyFailure(
  title: string,
  error: unknown,
  action?: ToastMessage["action"],
): void {
  notify({
    ...{ title, detail: <ErrorMessage error={error} />, tone: "danger" },
    ...(action && { action }),
  });
}

/**
 * Shows the result of an action in a toast, on whatever page the user is by then. `failed` is the
 * title if the action rejects. The failure of an earlier try disappears, so the title names the
 * action and its object.
 */
export async function notifyResult(
  act: () => Promise<ToastMessage>,
  failed: string,
): Promise<void> {
  try {
    const done = await act();
    closeFailures(failed);
    notify(done);
  } catch (error) {
    closeFailures(failed);
    notifyFailure(failed, error);
  }
}

/**
 * Shows the result of an undo, one request, in a toast. An undo that was not sent, because the device was offline
 * or the server was overloaded, can be tried again there.
 */
export async function notifyUndo(undo: () => Promise<ToastMessage>): Promise<void> {
  try {
    notify(await undo());
  } catch (error) {
    const again = { label: "Try again", onPress: () => void notifyUndo(undo) };
    const isUnsent = isProblem(error) && error.isUnsent;
    notifyFailure("Undo failed", error, isUnsent ? again : undefined);
  }
}
