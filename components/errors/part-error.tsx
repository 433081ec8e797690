import { Button } from "@/components/ui/button";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { ErrorMessage } from "./error-message";

interface Props {
  /** Name of the part: "owners". Several parts of a page can fail. */
  readonly what: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

/**
 * Shows why a part of a page could not be read, with a button that reads it again.
 *
 * @example {error && !data && <PartError what="uptime" error={error} onRetry={() => void refetch()} />}
 */
export function PartError({ what, error, onRetry }: Props) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-13">
      <p className="text-danger">
        <ErrorMessage error={error} />
      </p>
      <Button ref={passFocusOn} size="small" aria-label={`Try again: ${what}`} onPress={onRetry}>
        Try again
      </Button>
    </div>
  );
}
