import { diffWordsWithSpace } from "diff";

/** A part of a text that stayed, was added or was removed. */
export interface TextPart {
  readonly kind: "kept" | "added" | "removed" | "skipped";
  readonly text: string;
}

/**
 * Returns the changes from one text to another, word by word. Long unchanged parts are cut to the
 * words near a change. Undefined if the comparison takes longer than half a second; show the full
 * texts then.
 */
export function wordChanges(before: string, after: string): readonly TextPart[] | undefined {
  const parts = diffWordsWithSpace(before, after, { timeout: 500 });
  return parts?.flatMap(({ added, removed, value }, place) => {
    if (added) return [{ kind: "added", text: value }];
    if (removed) return [{ kind: "removed", text: value }];
    return shortened(value, place === 0, place === parts.length - 1);
  });
}

function shortened(text: string, isFirst: boolean, isLast: boolean): readonly TextPart[] {
  const characters = [...text];
  const near = 60;
  if (characters.length <= 3 * near) return [{ kind: "kept", text }];
  const head = isFirst ? "" : characters.slice(0, near).join("");
  const tail = isLast ? "" : characters.slice(-near).join("");
  const left = characters.length - [...head].length - [...tail].length;
  const all: TextPart[] = [
    { kind: "kept", text: head },
    { kind: "skipped", text: `${left.toLocaleString("en")} characters unchanged` },
    { kind: "kept", text: tail },
  ];
  return all.filter((stretch) => stretch.text !== "");
}
