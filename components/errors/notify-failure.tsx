import { notify } from "@/components/ui/toast/toast";
import { ErrorMessage } from "./error-message";

/**
 * Shows a toast that an action failed, and why. For a denied request, the toast also names the
 * users who can grant the permission.
 */
export function notifyFailure(title: string, error: unknown): void {
  notify({ title, detail: <ErrorMessage error={error} />, tone: "danger" });
}
