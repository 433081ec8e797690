import { classes, styles } from "@/components/ui/styles";

/**
 * Says that the rows below belong to an earlier query, while those of the current one are loading:
 * a line that moves, and a text. A fast response shows neither.
 */
export function LoadingLine({ isShown }: { readonly isShown: boolean }) {
  return (
    <div role="status" aria-label="Rows" className="relative z-20 h-0">
      {isShown && (
        <div className="pointer-events-none absolute inset-x-0 top-0 opacity-100 transition-opacity delay-300 duration-120 starting:opacity-0">
          <div className="h-[3px] overflow-hidden bg-line">
            <div className="h-full w-1/4 animate-[progress_1.2s_linear_infinite] bg-accent motion-reduce:w-full motion-reduce:animate-none" />
          </div>
          <p
            className={classes(
              styles.floating,
              "mx-auto mt-12 w-fit px-3 py-1 font-medium text-13 text-ink-strong",
            )}
          >
            Loading…
          </p>
        </div>
      )}
    </div>
  );
}
