import { notify } from "@/components/ui/toast";
import { Explained } from "./explained";

/** Says that something was not done, why, and where it was refused what would allow it. */
export function notifyFailure(title: string, error: unknown): void {
  notify({ title, detail: <Explained error={error} />, tone: "danger" });
}
