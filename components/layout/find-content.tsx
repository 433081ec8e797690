"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Input, SearchField } from "react-aria-components/SearchField";
import { Dialog } from "@/components/ui/dialog";
import { Dot } from "@/components/ui/dot";
import { classes, styles } from "@/components/ui/styles";
import { mayUse, type Place, usePlace } from "@/lib/client/project";
import { type Hit, searchQuery } from "@/lib/client/search";
import { resources } from "@/lib/resources/index";
import { navGroups } from "./places";

/**
 * Finds records of the project by name, number, slug, e-mail or a pasted id, and its pages. Arrows choose, Enter
 * opens; the focus stays in the field.
 */
export function FindContent({ onClose }: { readonly onClose: () => void }) {
  const place = usePlace();
  const router = useRouter();
  const [text, setText] = useState("");
  const { data, error, isFetching } = useQuery(searchQuery(place.project._id, text));
  const hits = text.trim() === "" ? [] : (data ?? []);
  const pages = pagesNamed(place, text);
  const open = (path: string) => {
    onClose();
    router.push(place.base + path);
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => isOpen || onClose()} title="Find" width="wide">
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField aria-label="Find records and pages" autoFocus>
          <Input
            placeholder="Name, INC-42, e-mail, or a pasted id"
            className={classes(styles.input, "h-9 text-14 pointer-coarse:text-16")}
          />
        </SearchField>
        <ListBox
          aria-label="Found"
          onAction={(path) => open(String(path))}
          renderEmptyState={() => <Nothing text={text} isFetching={isFetching} error={error} />}
          className="mt-2 max-h-[60dvh] overflow-y-auto outline-none"
        >
          {hits.length > 0 && <Hits hits={hits} />}
          {pages.length > 0 && <Pages pages={pages} />}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}

const heading = "px-2 pt-2 pb-1 text-12 text-ink-muted";

function Hits({ hits }: { readonly hits: readonly Hit[] }) {
  return (
    <ListBoxSection>
      <Header className={heading}>Records</Header>
      {hits.map((hit) => (
        <ListBoxItem
          key={hit._id}
          id={`/${hit.resource}/${hit._id}`}
          textValue={hit.label}
          className={styles.option}
        >
          {hit.color !== undefined && <Dot color={hit.color} />}
          {hit.number !== undefined && <span className="tabular-nums">{hit.number}</span>}
          <span className="min-w-0 flex-1 truncate">{hit.label}</span>
          <span className="text-12 text-ink-muted">{resources.get(hit.resource)?.name}</span>
        </ListBoxItem>
      ))}
    </ListBoxSection>
  );
}

interface PageLink {
  readonly path: string;
  readonly title: string;
}

function Pages({ pages }: { readonly pages: readonly PageLink[] }) {
  return (
    <ListBoxSection>
      <Header className={heading}>Pages</Header>
      {pages.map(({ path, title }) => (
        <ListBoxItem key={path} id={path} textValue={title} className={styles.option}>
          {title}
        </ListBoxItem>
      ))}
    </ListBoxSection>
  );
}

interface NothingProps {
  readonly text: string;
  readonly isFetching: boolean;
  readonly error: Error | null;
}

function Nothing({ text, isFetching, error }: NothingProps) {
  const found = isFetching ? "Looking…" : `Nothing here is called or numbered "${text}".`;
  return <p className="p-3 text-13 text-ink-muted">{error ? error.message : found}</p>;
}

/** The lists this person may open whose name holds the text; all of them when there is none. */
function pagesNamed(place: Place, text: string): PageLink[] {
  const wanted = text.trim().toLowerCase();
  const lists = navGroups.flatMap(({ main, more }) => [...main, ...more]);
  return lists
    .filter(({ resource }) => mayUse(place, resource, "read"))
    .filter(({ resource }) => resource.plural.toLowerCase().includes(wanted))
    .map(({ resource }) => ({ path: `/${resource.path}`, title: resource.plural }))
    .slice(0, wanted === "" ? 12 : 5);
}
