import type { RecordProps } from "@/components/resource/record-props";
import { ExtraSection, extraSectionOf } from "./extra-section";
import { OverviewTab } from "./overview-tab";
import type { EditedFields } from "./use-edited-fields";

interface Props extends RecordProps {
  readonly edited: EditedFields;
}

/** The overview of a record without a lifecycle: its fields, and the extra section of its resource. */
export function RecordOverview({ resource, record, edited }: Props) {
  const extra = extraSectionOf(resource);
  const section = <ExtraSection {...{ resource, record }} />;
  if (!extra?.isAbove) {
    const below = extra && { title: extra.title, content: section };
    return <OverviewTab {...{ resource, record, edited }} {...(below && { below })} />;
  }
  return (
    <>
      {section}
      <OverviewTab {...{ resource, record, edited }} />
    </>
  );
}
