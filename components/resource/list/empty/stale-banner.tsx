import { ErrorMessage } from "@/components/errors/error-message";
import { Button } from "@/components/ui/button";
import { isProblem } from "@/lib/client/http/problem";

interface Props {
  /** Names the button: a list and a preview can be stale at once. */
  readonly what: "list" | "preview";
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Banner above stale data: the refetch failed, and why. */
export function StaleBanner({ what, error, onRetry }: Props) {
  // A lost connection is reported at the top of the page and retried automatically.
  if (isProblem(error) && (error.status === 0 || error.status >= 502)) return null;
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-warn border-l-2 bg-surface-sunken px-3 py-2 text-13"
    >
      <p className="wrap-anywhere min-w-0 flex-1">
        This {what} may be out of date because refreshing failed. <ErrorMessage error={error} />
      </p>
      <Button size="small" aria-label={`Try again: ${what}`} onPress={onRetry}>
        Try again
      </Button>
    </div>
  );
}
