import { RecordReference } from "@/components/fields/relation/record-reference";
import type { RecordProps } from "@/components/resource/record-props";
import type { StoryGlance } from "@/lib/contract/records/story";
import { Lines, Part } from "./glance-part";
import { useBegan } from "./notes/use-began";
import { flagIsOff, isDeclaredLater, isHiddenByRecord, showsNone } from "./notes/visitors";

interface Props extends RecordProps {
  readonly pages: NonNullable<StoryGlance["statusPages"]>;
}

/** The status pages that list monitors of a record, and why visitors do not see the record there. */
export function StatusPagesGlance({ resource, record, pages }: Props) {
  const began = useBegan({ resource, record });
  return (
    <Part title="Status pages">
      <Lines none="Shown on no status page">
        {pages.map(({ _id, address, hiddenBy }) => (
          <li key={_id}>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <RecordReference path="status-page" id={_id} />
              {hiddenBy.includes("page") && (
                <span className="text-ink-muted">{showsNone(resource)}</span>
              )}
              {address === null ? (
                <span className="text-ink-muted">not published</span>
              ) : (
                <a
                  href={address}
                  target="_blank"
                  rel="noreferrer"
                  className="underline underline-offset-2 pointer-coarse:py-3"
                >
                  Open page
                </a>
              )}
            </p>
          </li>
        ))}
      </Lines>
      {pages.some(isHiddenByRecord) && (
        <p className="text-13 text-ink-muted">Hidden from visitors: {flagIsOff(resource)}.</p>
      )}
      {pages.some(isDeclaredLater) && (
        <p className="text-13 text-ink-muted">Hidden from visitors until {began}.</p>
      )}
    </Part>
  );
}
