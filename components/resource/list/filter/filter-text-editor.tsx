import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useRequest } from "@/components/errors/use-request";
import { idsInFilter } from "@/components/resource/list/query/filter-names";
import { idsOf, resolveNames } from "@/components/resource/list/query/resolve-names";
import { Button } from "@/components/ui/button";
import { ReturnFocus } from "@/components/ui/interaction/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { classes, styles } from "@/components/ui/styles";
import { serverTime } from "@/lib/client/device/server-time";
import { useLatest } from "@/lib/client/device/use-latest";
import { explain } from "@/lib/client/http/problem";
import { type ProjectContext, useProject } from "@/lib/client/project/project";
import { type Labels, labelKey } from "@/lib/client/queries/labels";
import { resourceAt } from "@/lib/resources/index";
import { compileFilter } from "@/lib/schema/filter-text/compile";
import { namedPaths } from "@/lib/schema/filter-text/condition-target";
import { joinFilters } from "@/lib/schema/filter-text/join";
import type { FilterNode, Vocabulary } from "@/lib/schema/filter-text/model";
import { parseFilter } from "@/lib/schema/filter-text/parse";
import { printFilter } from "@/lib/schema/filter-text/print";
import type { Resource } from "@/lib/schema/resource";
import type { FilterBarProps } from "./filter-bar";
import { FilterTextInput } from "./filter-text-input";

interface Props extends Pick<FilterBarProps, "resource" | "used" | "labels" | "onFilter"> {
  /** False if the editor opened automatically, because the filter in the URL is invalid. */
  readonly isAsked: boolean;
  /** Conditions that the user typed as a search. They follow those of the filter. */
  readonly added: string;
  /** The button that opens this editor, which is there again when the editor is closed. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * Editor of the filter as text. An invalid filter is shown as written, with the error. Records
 * appear by name if the name is unique, else by id.
 */
export function FilterTextEditor(props: Props) {
  const [problem] = props.used.problems;
  if (problem === undefined) return <ValidFilterEditor {...props} />;
  return <Editor {...props} text={props.used.text} first={problem} />;
}

function ValidFilterEditor(props: Props) {
  const { resource, used, labels } = props;
  const { project } = useProject();
  const { data: names } = useQuery({
    queryKey: ["labels", "certain", resource.path, printFilter(used.filter, used.vocabulary)],
    queryFn: () => unambiguousNames(resource, used.filter, labels, project._id),
    gcTime: 0,
  });
  if (!names) return <Skeleton className="h-8 w-96" />;
  const text = printFilter(used.filter, used.vocabulary, (condition, value) => {
    const paths = namedPaths(resource, condition, resourceAt);
    const known = paths.map((path) => names.get(labelKey(path, value)));
    return known.find((name) => name !== undefined) ?? value;
  });
  return <Editor {...props} text={text} />;
}

interface EditorProps extends Props {
  readonly text: string;
  /** The initial error of the text. */
  readonly first?: string;
}

function Editor(props: EditorProps) {
  const { resource, used, text, first, added, isAsked, opener, onFilter, onClose } = props;
  const { me, project } = useProject();
  const [typed, setTyped] = useState(() => joinFilters([text, added], used.vocabulary));
  const [problem, setProblem] = useState(first);
  const { send, isPending } = useRequest({ failed: "Filter not applied" });
  const latest = useLatest(typed);
  // The names are looked up by requests. The user may cancel, go on typing or open another list
  // meanwhile.
  const apply = () =>
    void send(
      () => readFilter({ resource, vocabulary: used.vocabulary }, typed, { me, project }),
      (read) => {
        if (latest.current !== typed) return;
        if ("problem" in read) return setProblem(read.problem);
        onFilter(read.filter);
        onClose();
      },
    );
  return (
    <form
      className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <ReturnFocus to={opener} />
      <FilterTextInput
        resource={resource}
        vocabulary={used.vocabulary}
        text={typed}
        onChange={(next) => {
          setTyped(next);
          setProblem(undefined);
        }}
        isInvalid={problem !== undefined}
        describedBy="filter-text-help"
        autoFocus={isAsked}
        onEscape={onClose}
      />
      <Button look="primary" type="submit" isPending={isPending}>
        Apply
      </Button>
      {isAsked && (
        <Button look="quiet" onPress={onClose}>
          Cancel
        </Button>
      )}
      <p
        id="filter-text-help"
        aria-live="polite"
        className={classes("basis-full", problem === undefined ? styles.help : styles.error)}
      >
        {problem ??
          "name:value, several with commas. Also != > >= < <= ~ (contains) !~ ^= $= from..to, no:name, has:name, name.within (of a related or listed record, or a JSON key: custom-fields.affected>500), owner:me, owner:none, or, not, ( ). created>today: since today began."}
      </p>
    </form>
  );
}

/** Returns the filter of a text, or why there is none. */
async function readFilter(
  { resource, vocabulary }: { readonly resource: Resource; readonly vocabulary: Vocabulary },
  text: string,
  { me, project }: Pick<ProjectContext, "me" | "project">,
): Promise<{ readonly filter: FilterNode | undefined } | { readonly problem: string }> {
  const parsed = parseFilter(text, vocabulary);
  if (parsed.fault) return { problem: parsed.fault.message };
  const { filter } = parsed;
  try {
    const resolved = filter && (await resolveNames(resource, filter, project._id));
    const compiled = compileFilter(resource, resolved, {
      ...{ me: me._id, now: serverTime(), resolve: resourceAt },
    });
    return compiled.problems ? { problem: compiled.problems[0] ?? "" } : { filter: resolved };
  } catch (error) {
    return { problem: explain(error) };
  }
}

/** Returns the record names of a filter that resolve to the same record, by `labelKey`. */
async function unambiguousNames(
  resource: Resource,
  filter: FilterNode | undefined,
  labels: Labels,
  projectId: string,
): Promise<ReadonlyMap<string, string>> {
  const certain = new Map<string, string>();
  for (const [path, ids] of idsInFilter(resource, filter)) {
    const named = ids.flatMap((id) => {
      const label = labels.get(labelKey(path, id));
      return label === undefined || label === "missing" ? [] : [[id, label.label] as const];
    });
    if (named.length === 0) continue;
    const found = await idsOf(
      path,
      named.map(([, name]) => name),
      projectId,
    );
    for (const [id, name] of named) {
      if (found.get(name) === id) certain.set(labelKey(path, id), name);
    }
  }
  return certain;
}
