import { notify } from "@/components/ui/toast/toast";
import { ErrorMessage } from "./error-message";

/** Says that something was not done, why, and where it was refused what would allow it. */
export function notifyFailure(title: string, error: unknown): void {
  notify({ title, detail: <ErrorMessage error={error} />, tone: "danger" });
}
