import type { Glyph } from "@/lib/schema/record/glyph";
import { Dot } from "./dot";
import { SeverityGlyph } from "./severity-glyph";
import { StateGlyph } from "./state-glyph";

interface Props {
  readonly color?: string | undefined;
  readonly glyph?: Glyph | undefined;
}

/** The mark beside the name of a record: the shape of a state or severity, else a dot. */
export function RecordMark({ color, glyph }: Props) {
  return glyph === undefined ? <Dot color={color} /> : shapes[glyph](color);
}

const shapes: Readonly<Record<Glyph, (color: string | undefined) => React.ReactNode>> = {
  "state-0": (color) => <StateGlyph quarters={0} color={color} />,
  "state-2": (color) => <StateGlyph quarters={2} color={color} />,
  "state-3": (color) => <StateGlyph quarters={3} color={color} />,
  "state-4": (color) => <StateGlyph quarters={4} color={color} />,
  "severity-1": (color) => <SeverityGlyph bars={1} color={color} />,
  "severity-2": (color) => <SeverityGlyph bars={2} color={color} />,
  "severity-3": (color) => <SeverityGlyph bars={3} color={color} />,
};
