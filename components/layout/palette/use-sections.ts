import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { recordName } from "@/components/fields/relation/record-name";
import { goToShortcuts, iconOf, navGroups } from "@/components/layout/nav/nav-groups";
import { mayOpen } from "@/components/layout/nav/use-nav";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { sentenceCase } from "@/components/words/sentence-case";
import { recentlyOpened } from "@/lib/client/device/recents";
import { useRouter } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import { searchQuery } from "@/lib/client/queries/service";
import type { Hit } from "@/lib/contract/search";
import { resourceAt, resources } from "@/lib/resources/index";
import { type Command, matching, type Section, startingWith } from "./command";
import { hasNumber, kindsOf } from "./found-kinds";
import type { TypedStep } from "./typed-step";
import { usePaletteActions } from "./use-actions";
import { useSubjectCommands } from "./use-subject-commands";

/** How a text was read. */
interface Reading {
  readonly asked: TypedStep | undefined;
  /** The records found have only some of its words. */
  readonly hasSomeWords: boolean;
}

/** The lines of the palette for a text. */
export interface Lines {
  readonly sections: readonly Section[];
  /** Number of records found. */
  readonly records: number;
  /** The line that Enter means, once the records and their steps are known. */
  readonly first: string | undefined;
  /** The first line may still change. */
  readonly isLoading: boolean;
}

/**
 * Returns the sections of the palette for a text. Without a text: the records opened last, this
 * record, actions, all pages. With a text: the step that it asks for, actions that begin with it,
 * the records found by resource, actions on the first record, other actions, pages.
 */
export function useSections(
  text: string,
  found: readonly Hit[],
  { asked, hasSomeWords }: Reading,
  onKeys: () => void,
): Lines {
  const recent = useRecentRecords();
  const actions = matching(usePaletteActions(text, onKeys), text);
  const hits = found.filter((hit) => asked === undefined || takesStep(hit, asked));
  // Records with only some of the words are no help if the text means an action.
  const kinds = kindsOf(hasSomeWords && actions.length > 0 ? [] : hits, asked?.number ?? text);
  const subject = useSubjectCommands(text, kinds[0]?.[1] ?? [], asked);
  const pages = usePages();
  const open = useOpenPath();
  if (text.trim() === "") {
    const sections = filled([
      { title: "Recently opened", commands: recent },
      subject.section,
      { title: "Actions", commands: actions },
      { title: "Pages", commands: pages },
    ]);
    return { sections, records: 0, first: undefined, isLoading: false };
  }
  const { typed, section, isLoading } = subject;
  const named = startingWith(actions, text);
  const records = kinds.map(([path, some]) => ({
    title: sentenceCase(resources.get(path)?.plural ?? path),
    commands: some.map((hit) => ({ ...lineOf(hit), run: () => open(pathOf(hit)) })),
  }));
  return {
    sections: filled([
      { title: "Best matches", commands: [...(typed ? [typed] : []), ...named] },
      ...records,
      section,
      { title: "Actions", commands: actions.filter((one) => !named.includes(one)).slice(0, 6) },
      { title: "Pages", commands: matching(pages, text).slice(0, 6) },
    ]),
    records: kinds.reduce((sum, [, some]) => sum + some.length, 0),
    first: typed?.id ?? records[0]?.commands[0]?.id,
    isLoading: asked !== undefined && isLoading,
  };
}

/** A step is taken only by the record that the text names, never by one that resembles it. */
function takesStep(hit: Hit, { number }: TypedStep): boolean {
  return resourceAt(hit.resource)?.lifecycle !== undefined && hasNumber(hit, number);
}

/** Returns a function that navigates to a path within the project. */
function useOpenPath(): (path: string) => void {
  const { base } = useProject();
  const router = useRouter();
  return (path) => router.push(base + path);
}

/** Returns the lists that the user may open. */
function usePages(): readonly Command[] {
  const context = useProject();
  const open = useOpenPath();
  const lists = navGroups
    .flatMap(({ main, more }) => [...main, ...more])
    .filter((item) => mayOpen(context, item))
    .map(({ path, name }) => ({ path: `/${path}`, title: name }));
  return [{ path: "", title: "Overview" }, ...lists].map(({ path, title }) => {
    const letter = goToShortcuts.find((one) => one.path === path)?.key;
    return {
      ...{ id: `page:${path}`, title, run: () => open(path) },
      ...(letter !== undefined && { shortcut: ["g", letter] }),
    };
  });
}

function lineOf(hit: Hit): Omit<Command, "run"> {
  const { resource: path, _id, label, number, color, glyph, matched, excerpt } = hit;
  const { state, beganAt } = hit;
  const where = matchedFieldNames[matched];
  const resource = resourceAt(path);
  return {
    ...(where !== undefined &&
      excerpt !== undefined && { why: `${where}: ${bidiIsolate(excerpt)}` }),
    ...{ id: _id, title: recordName(path, label), record: { resource: path, id: _id } },
    ...(resource && { icon: iconOf(resource) }),
    ...(number !== undefined && { number }),
    ...(color !== undefined && { color }),
    ...(glyph && { glyph }),
    ...(state && { state }),
    ...(resource?.lifecycle && beganAt !== null && { beganAt }),
  };
}

/** Labels of a matched field that the line itself does not show. */
const matchedFieldNames: Readonly<Partial<Record<Hit["matched"], string>>> = {
  description: "Description",
  customFields: "Custom fields",
  slug: "Slug",
  email: "E-mail",
};

function pathOf({ resource, _id }: Hit): string {
  return `/${resource}/${_id}`;
}

function filled(sections: readonly (Section | undefined)[]): readonly Section[] {
  return sections.filter((one): one is Section => one !== undefined && one.commands.length > 0);
}

/**
 * Returns the records that the user opened last in this project and may still read, with their
 * current names and states.
 */
function useRecentRecords(): readonly Command[] {
  const { me, project } = useProject();
  const open = useOpenPath();
  const [opened] = useState(() => recentlyOpened(me._id, project._id));
  const { data } = useQuery(searchQuery(project._id, opened.map(({ id }) => id).join(" ")));
  return opened.flatMap(({ resource, id }) => {
    const hit = data?.hits.find((one) => one._id === id && one.resource === resource);
    const kind = resourceAt(resource)?.name;
    if (!hit || kind === undefined) return [];
    const line = { ...lineOf(hit), id: `recent:${id}`, run: () => open(pathOf(hit)) };
    return [hit.state ? line : { ...line, aside: sentenceCase(kind) }];
  });
}
