import { RecordReference } from "@/components/fields/relation/record-reference";
import type { StoryGlance } from "@/lib/contract/records/story";
import type { Resource } from "@/lib/schema/resource";
import { Lines, Part } from "./glance-part";
import { flagIsOff, isHiddenByRecord, showsNone } from "./notes/visitors";

interface Props {
  readonly resource: Resource;
  readonly pages: NonNullable<StoryGlance["statusPages"]>;
}

/** The status pages that list monitors of a record, and why visitors do not see the record there. */
export function StatusPagesGlance({ resource, pages }: Props) {
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
    </Part>
  );
}
