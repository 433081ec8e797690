import { OverviewTab } from "@/components/resource/record/overview/overview-tab";
import type { EditedFields } from "@/components/resource/record/overview/use-edited-fields";
import { Timeline } from "@/components/resource/record/story/timeline";
import type { RecordProps } from "@/components/resource/record-props";
import type { Lifecycle } from "@/lib/client/saving/lifecycle";
import type { Story } from "@/lib/contract/records/story";
import { relationColumn } from "@/lib/schema/record/lifecycle-columns";
import { Glance } from "./glance";
import { Composer } from "./notes/composer";
import type { NoteKind } from "./notes/note-kinds";
import { Postmortem } from "./postmortem/postmortem";
import { ResponseTimes } from "./response-times";

interface Props extends RecordProps {
  readonly lifecycle: Lifecycle;
  readonly edited: EditedFields;
  readonly kinds: readonly NoteKind[];
  /** The user asked to write a note, and the composer has not taken the focus yet. */
  readonly isNoteAsked: boolean;
  readonly onNoteBegun: () => void;
  /** The first page of the story; undefined while it loads. */
  readonly story: Story | undefined;
  readonly hasFailed: boolean;
}

/** The name under which a note counts as edited. No column has it. */
const newNote = "new note";

/** The work on a record: its surroundings, the notes and the timeline; beside them its facts. */
export function WorkspaceOverview(props: Props) {
  const { resource, record, lifecycle, edited, kinds, story, hasFailed } = props;
  const [first, ...rest] = kinds;
  const { monitors, postmortem } = resource.lifecycle ?? {};
  const elsewhere = new Set([
    ...[lifecycle.state.name, lifecycle.severity.name],
    ...(monitors === undefined ? [] : [relationColumn(resource, monitors).name]),
    ...(postmortem ? [postmortem.text] : []),
  ]);
  const pages = story?.glance?.statusPages?.map(({ _id, hiddenBy }) => {
    return { name: story.labels["status-page"]?.[_id]?.label ?? "A status page", hiddenBy };
  });
  return (
    <OverviewTab
      {...{ resource, record, edited, elsewhere }}
      around={{
        before: <Glance {...{ resource, record }} glance={hasFailed ? null : story?.glance} />,
        facts: <ResponseTimes {...{ resource, record, lifecycle }} glance={story?.glance} />,
        after: (
          <>
            {first && (
              <Composer
                {...{ resource, record, pages }}
                isAsked={props.isNoteAsked}
                onBegun={props.onNoteBegun}
                kinds={[first, ...rest]}
                onBusy={(isBusy) =>
                  isBusy ? edited.begin(newNote, "filled") : edited.end(newNote)
                }
              />
            )}
            <Postmortem {...{ resource, record }} />
            <Timeline resource={resource} record={record} />
          </>
        ),
      }}
    />
  );
}
