import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { recordName } from "@/components/fields/relation/record-name";
import { goToShortcuts, navGroups } from "@/components/layout/nav/nav-groups";
import { mayOpen } from "@/components/layout/nav/use-nav";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { sentenceCase } from "@/components/words/sentence-case";
import { recentlyOpened } from "@/lib/client/device/recents";
import { useRouter } from "@/lib/client/project/navigation";
import { useProject } from "@/lib/client/project/project";
import { labelsQuery } from "@/lib/client/queries/label-batch";
import type { Hit } from "@/lib/contract/search";
import { resourceAt, resources } from "@/lib/resources/index";
import { type Command, matching, type Section, startingWith } from "./command";
import { usePaletteActions } from "./use-actions";
import { useSubjectCommands } from "./use-subject-commands";

/**
 * Returns the sections of the palette for a text. Without a text: the records opened last, this
 * record, actions, all pages. With a text: actions that begin with it, the records found by
 * resource, actions on the first record, other actions, pages.
 */
export function useSections(
  text: string,
  hits: readonly Hit[],
  onKeys: () => void,
): readonly Section[] {
  const recent = useRecentRecords();
  const subject = useSubjectCommands(text, hits);
  const pages = usePages();
  const actions = matching(usePaletteActions(text, onKeys), text);
  const open = useOpenPath();
  if (text.trim() === "") {
    return filled([
      { title: "Recently opened", commands: recent },
      subject,
      { title: "Actions", commands: actions },
      { title: "Pages", commands: pages },
    ]);
  }
  const named = startingWith(actions, text);
  return filled([
    { title: "Best matches", commands: named },
    ...kindsOf(hits).map(([path, found]) => ({
      title: sentenceCase(resources.get(path)?.plural ?? path),
      commands: found.map((hit) => ({ ...lineOf(hit), run: () => open(pathOf(hit)) })),
    })),
    subject,
    { title: "Actions", commands: actions.filter((one) => !named.includes(one)).slice(0, 6) },
    { title: "Pages", commands: matching(pages, text).slice(0, 6) },
  ]);
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

function kindsOf(hits: readonly Hit[]): readonly (readonly [string, readonly Hit[]])[] {
  const kinds = new Map<string, Hit[]>();
  for (const hit of hits) kinds.set(hit.resource, [...(kinds.get(hit.resource) ?? []), hit]);
  return [...kinds];
}

function lineOf(hit: Hit): Omit<Command, "run"> {
  const { resource, _id, label, number, color, glyph, matched, excerpt } = hit;
  const where = matchedFieldNames[matched];
  return {
    ...(where !== undefined &&
      excerpt !== undefined && { why: `${where}: ${bidiIsolate(excerpt)}` }),
    ...{ id: _id, title: recordName(resource, label) },
    ...(number !== undefined && { number }),
    ...(color !== undefined && { color }),
    ...(glyph && { glyph }),
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
 * current names.
 */
function useRecentRecords(): readonly Command[] {
  const { me, project, base } = useProject();
  const router = useRouter();
  const [opened] = useState(() => recentlyOpened(me._id, project._id));
  const ids: Record<string, string[]> = {};
  for (const { resource, id } of opened) ids[resource] = [...(ids[resource] ?? []), id];
  const { data } = useQuery({ ...labelsQuery(ids), enabled: opened.length > 0 });
  return opened.flatMap(({ resource, id }) => {
    const label = data?.[resource]?.[id];
    const kind = resourceAt(resource)?.name;
    if (!label || kind === undefined) return [];
    const { number, color, glyph } = label;
    const title = recordName(resource, label.label);
    return [
      {
        ...{ id: `recent:${id}`, title, aside: sentenceCase(kind) },
        ...(number !== undefined && { number }),
        ...(color !== undefined && { color }),
        ...(glyph && { glyph }),
        run: () => router.push(`${base}/${resource}/${id}`),
      },
    ];
  });
}
