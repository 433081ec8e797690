import { NavGlyph } from "@/components/layout/nav/nav-glyph";
import { RecordMark } from "@/components/ui/glyphs/record-mark";
import { KeyboardKey } from "@/components/ui/keyboard-key";
import { RelativeTime } from "@/components/ui/relative-time";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import type { Command } from "./command";
import { matchedPieces } from "./matched-pieces";

interface Props {
  readonly command: Command;
  /** Folded parts of the text, whose letters are bold. */
  readonly parts: readonly string[];
}

/** One line of the palette: kind, state, number, name and reason of the match, state and age. */
export function CommandLine({ command, parts }: Props) {
  const { title, icon, number, color, glyph, why, state, beganAt, aside, shortcut } = command;
  return (
    <>
      {icon && <NavGlyph icon={icon} />}
      {state && <RecordMark color={state.color} glyph={state.glyph} />}
      {color !== undefined && <RecordMark color={color} glyph={glyph} />}
      {number !== undefined && <span className="text-ink-muted tabular-nums">{number}</span>}
      <span className="grid min-w-0 flex-1">
        <span className="truncate max-md:line-clamp-2 max-md:whitespace-normal">
          <Matched text={title} parts={parts} />
        </span>
        {why !== undefined && (
          <span className="truncate text-12 text-ink-muted max-md:line-clamp-2 max-md:whitespace-normal">
            <Matched text={why} parts={parts} />
          </span>
        )}
      </span>
      {(state || aside !== undefined) && (
        <span className="flex shrink-0 gap-2 text-12 text-ink-muted tabular-nums">
          {state && <span className="max-md:sr-only">{bidiIsolate(state.label)}</span>}
          {state && beganAt && <RelativeTime instant={beganAt} />}
          {aside !== undefined && <span className="max-md:sr-only">{aside}</span>}
        </span>
      )}
      {shortcut?.map((key) => (
        <KeyboardKey key={key}>{key}</KeyboardKey>
      ))}
    </>
  );
}

function Matched({ text, parts }: { readonly text: string; readonly parts: readonly string[] }) {
  return matchedPieces(text, parts).map((piece, place) =>
    piece.isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
      <b key={place} className="font-semibold text-ink-strong">
        {piece.text}
      </b>
    ) : (
      piece.text
    ),
  );
}
