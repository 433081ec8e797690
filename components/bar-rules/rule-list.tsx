import { X } from "lucide-react";
import { useState } from "react";
import { ReorderableList } from "@/components/ordering/reorderable-list";
import { IconButton } from "@/components/ui/icon-button";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { classes, styles } from "@/components/ui/styles";
import type { ColorBand } from "@/lib/schema/uptime/color-bands";
import { isUnsaved, type RuleDraft } from "./rule-draft";

interface Props {
  readonly rules: readonly RuleDraft[];
  readonly bands: readonly ColorBand[];
  /** For each rule the threshold that decides before it; undefined for a rule that is used. */
  readonly decided: readonly (number | undefined)[];
  readonly onChange: (rules: readonly RuleDraft[]) => void;
  /** Whether the user may change the saved rules, and remove them. Unsaved ones are the user's own. */
  readonly mayUpdate: boolean;
  readonly mayDelete: boolean;
}

/** The rules in the order in which they are tried, with fields for threshold and color. */
export function RuleList(props: Props) {
  const { rules, bands, decided, onChange, mayUpdate, mayDelete } = props;
  const items = rules.map((rule, place) => ({ ...rule, text: `rule ${place + 1}` }));
  const put = (id: string, change: Partial<RuleDraft>) =>
    onChange(rules.map((rule) => (rule.id === id ? { ...rule, ...change } : rule)));
  const sort = (ids: readonly string[]) =>
    onChange(ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? []));
  return (
    <ReorderableList
      label="Rules, in the order in which they are tried"
      items={items}
      isMovable={mayUpdate}
      onReorder={sort}
      actions={({ id, text }) =>
        (mayDelete || isUnsaved(id)) && (
          <IconButton
            ref={passFocusOn}
            label={`Remove ${text}`}
            onPress={() => onChange(rules.filter((rule) => rule.id !== id))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        )
      }
    >
      {({ id, atLeast, color, text }, place) => (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 py-1 not-has-[button]:pl-2">
          <input
            type="color"
            aria-label={`Color of ${text}`}
            value={isPlain(color) ? color.toLowerCase() : "#808080"}
            disabled={!mayUpdate && !isUnsaved(id)}
            onChange={(event) => put(id, { color: event.target.value })}
            className="h-7 w-9 shrink-0 cursor-pointer rounded-sm border border-line-strong bg-surface-raised p-0.5 disabled:cursor-default pointer-coarse:h-11"
          />
          <span aria-hidden="true" className="text-ink-muted">
            ≥
          </span>
          <PercentField
            label={`Least uptime of ${text}, in percent`}
            percent={atLeast}
            isDisabled={!mayUpdate && !isUnsaved(id)}
            onChange={(percent) => put(id, { atLeast: percent })}
          />
          <span aria-hidden="true" className="text-ink-muted">
            %
          </span>
          <RuleUse
            atLeast={atLeast}
            band={bands.find(({ rule }) => rule === place)}
            decidedBy={decided[place]}
          />
        </div>
      )}
    </ReorderableList>
  );
}

function isPlain(color: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(color);
}

interface UseProps {
  readonly atLeast: number;
  readonly band: ColorBand | undefined;
  readonly decidedBy: number | undefined;
}

/** Says which days a rule colors, or why it colors none. */
function RuleUse({ atLeast, band, decidedBy }: UseProps) {
  if (decidedBy !== undefined) {
    return (
      <span className="text-12">
        <s className="text-ink-muted">{atLeast} %</s>{" "}
        <span className="text-warn">never used: {decidedBy} already decides</span>
      </span>
    );
  }
  if (!band) return <span className="text-12 text-warn">never used: no day reaches it</span>;
  const { from, to } = band;
  if (to === undefined && from === 100) return <Days>days without downtime</Days>;
  return <Days>{to === undefined ? `${from} to 100 %` : `${from} to below ${to} %`}</Days>;
}

function Days({ children }: { readonly children: string }) {
  return <span className="text-12 text-ink-muted tabular-nums">{children}</span>;
}

interface FieldProps {
  readonly label: string;
  readonly percent: number;
  readonly isDisabled: boolean;
  readonly onChange: (percent: number) => void;
}

/** Holds what is typed until it is a percentage. The browser refuses to submit anything else. */
function PercentField({ label, percent, isDisabled, onChange }: FieldProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const sent = Number(text);
    if (text.trim() !== "" && sent >= 0 && sent <= 100) onChange(sent);
  };
  return (
    <input
      type="number"
      aria-label={label}
      {...{ min: 0, max: 100, step: "any", required: true }}
      value={typed ?? String(percent)}
      disabled={isDisabled}
      onChange={(event) => type(event.target.value)}
      onBlur={(event) => event.target.validity.valid && setTyped(undefined)}
      className={classes(
        styles.input,
        "h-7 w-20! tabular-nums invalid:border-danger pointer-coarse:h-11 pointer-coarse:text-16",
      )}
    />
  );
}
