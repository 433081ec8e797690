import { ArrowUp } from "lucide-react";
import type { ListNews } from "@/components/resource/list/state/use-live-rows";
import { Button } from "@/components/ui/button";

interface Props {
  readonly news: ListNews;
  readonly onShow: () => void;
}

/**
 * Tells of records that others created or deleted, above the rows and without moving them. Pressing
 * it reads the list again.
 */
export function NewsButton({ news, onShow }: Props) {
  const text = textOf(news);
  return (
    <>
      <p role="status" className="sr-only">
        {text !== "" && `${text} in this list`}
      </p>
      {text !== "" && (
        <div className="pointer-events-none relative z-20 h-0">
          <div className="pointer-events-auto absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-lg">
            <Button look="primary" onPress={onShow}>
              <ArrowUp size={14} aria-hidden />
              {text}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function textOf({ created, deleted, isUnsure }: ListNews): string {
  const counts = [
    created.size > 0 ? `${created.size} new` : "",
    deleted.size > 0 ? `${deleted.size} deleted` : "",
  ].filter((part) => part !== "");
  return counts.join(", ") || (isUnsure ? "Changes" : "");
}
