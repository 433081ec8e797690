import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mergeLabelRequests, referencedIds } from "@/components/fields/record-labels";
import { LoadingEditor } from "@/components/resource/inline-edit/loading-editor";
import { OverviewSkeleton } from "@/components/resource/record/overview/overview-skeleton";
import { useStoryFilters } from "@/components/resource/record/story/filters";
import { StoryLabels } from "@/components/resource/record/story/story-labels";
import { RecordTabs, useSelectedTab } from "@/components/resource/record/tabs/record-tabs";
import type { RecordProps } from "@/components/resource/record-props";
import { useDocumentRead } from "@/lib/client/document/document-read";
import { mayRead, useProject } from "@/lib/client/project/project";
import { storyQuery, untilNextStep } from "@/lib/client/queries/story";
import { type Lifecycle, statesQuery } from "@/lib/client/saving/lifecycle";
import { noteKinds } from "./notes/note-kinds";
import { ownerIds, ownersOf } from "./owners-of";
import { WorkspaceHeader } from "./workspace-header";
import { WorkspaceOverview } from "./workspace-overview";

interface Props extends RecordProps {
  readonly lifecycle: Lifecycle;
  /** False while only fields of a list are known. */
  readonly isWhole: boolean;
}

/**
 * The page of a record with a lifecycle: the present state and the next steps above, then the notes
 * and the timeline. It opens with three requests: the record, its story and the states. The story
 * brings the owners, and the names of everything on the page.
 */
export function Workspace({ resource, record, lifecycle, isWhole }: Props) {
  const context = useProject();
  const { ask } = useStoryFilters();
  const id = String(record._id);
  const story = storyQuery(resource, id, ask);
  const { states } = lifecycle;
  useDocumentRead(story);
  useDocumentRead(statesQuery(states, context.project._id), mayRead(context, states));
  const { data, error, failureCount } = useQuery({
    ...story,
    refetchInterval: ({ state }) => untilNextStep(state.data),
  });
  const glance = data?.glance;
  const owners = ownersOf(context, resource, record, glance);
  const kinds = noteKinds(context, resource);
  const [isNoteAsked, setNoteAsked] = useState(false);
  const [, setTab] = useSelectedTab();
  const referenced = mergeLabelRequests(referencedIds(resource, [record]), {
    [resource.path]: [id],
  });
  // Without the story, the names are requested as on other pages.
  const isAlone = error !== null && !data;
  const names = mergeLabelRequests(
    ownerIds(data || isAlone ? owners : undefined),
    isAlone ? referenced : {},
  );
  // A story that failed is not waited for. A shown overview stays, with unsaved input, when the story
  // is retried or read with another filter.
  const [shown, setShown] = useState<string>();
  if (shown !== id && isWhole && (data || failureCount > 0)) setShown(id);
  const write = () => {
    void setTab("overview");
    setNoteAsked(true);
  };
  return (
    <StoryLabels pages={data ? [data] : []} ask={names} known={referenced}>
      <WorkspaceHeader
        {...{ resource, record, lifecycle, glance, owners }}
        onNote={kinds.length > 0 ? write : undefined}
      />
      <RecordTabs
        {...{ resource, record }}
        overview={(edited) =>
          shown === id ? (
            <WorkspaceOverview
              {...{ resource, record, lifecycle, edited, kinds, isNoteAsked }}
              onNoteBegun={() => setNoteAsked(false)}
              story={data}
              hasFailed={isAlone}
            />
          ) : (
            <>
              {isNoteAsked && <LoadingEditor isHidden />}
              <OverviewSkeleton />
            </>
          )
        }
      />
    </StoryLabels>
  );
}
