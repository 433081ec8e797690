import { Plus } from "lucide-react";
import { ErrorMessage } from "@/components/errors/error-message";
import { PartError } from "@/components/errors/part-error";
import type { RecordProps } from "@/components/resource/record-props";
import { Button } from "@/components/ui/button";
import { Swatch } from "@/components/ui/glyphs/dot";
import { passFocusOn } from "@/components/ui/interaction/pass-focus-on";
import { Skeleton } from "@/components/ui/skeleton";
import { LeaveGuard } from "@/components/ui/unsaved-changes/leave-guard";
import { mayUse, useProject } from "@/lib/client/project/project";
import { statusPageHistoryChartBarColorRule as ruleKind } from "@/lib/resources/status-pages/status-page-history-chart-bar-color-rule";
import { type ColorBand, colorBands, decidedBefore } from "@/lib/schema/uptime/color-bands";
import type { BarColors } from "@/lib/schema/uptime/uptime-bars";
import { PageStrip } from "./page-strip";
import { newRuleId, type RuleDraft } from "./rule-draft";
import { RuleList } from "./rule-list";
import { Scale } from "./scale";
import { useRules } from "./use-rules";

/**
 * The bar colors of a status page: a scale from 0 to 100 % in the colors of the days, the rules
 * behind it, and the days of a monitor of the page, which change as the user edits.
 */
export function BarRules({ record }: RecordProps) {
  const statusPageId = String(record._id);
  const editing = useRules(statusPageId);
  const context = useProject();
  const [mayCreate, mayUpdate, mayDelete] = (["create", "update", "delete"] as const).map((right) =>
    mayUse(context, ruleKind, right),
  );
  const { rules, change } = editing;
  const colors: BarColors = {
    rules: rules.map(({ atLeast, color }) => ({ atLeast, color })),
    defaultBarColor: typeof record.defaultBarColor === "string" ? record.defaultBarColor : null,
  };
  const bands = colorBands(colors);
  const decided = decidedBefore(colors.rules);
  const unused = new Set(
    rules.flatMap(({ id }, place) => (decided[place] === undefined ? [] : id)),
  );
  const move = (id: string, atLeast: number) =>
    change(rules.map((rule) => (rule.id === id ? { ...rule, atLeast } : rule)));
  return (
    <section aria-label="Bar colors" className="grid max-w-2xl content-start gap-3 pb-8">
      <h2 className="font-semibold text-13 text-ink-muted">Bar colors</h2>
      {editing.readError && (
        <PartError what="bar colors" error={editing.readError} onRetry={editing.readAgain} />
      )}
      {!editing.isRead && !editing.readError && <Skeleton className="h-16! w-full" />}
      {editing.isRead && (
        <form
          aria-label="Bar colors"
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            editing.save();
          }}
        >
          <Scale {...{ bands, rules, unused }} mayUpdate={mayUpdate === true} onMove={move} />
          {rules.length > 0 && (
            <RuleList
              {...{ rules, bands, decided }}
              onChange={change}
              mayUpdate={mayUpdate === true}
              mayDelete={mayDelete === true}
            />
          )}
          <OtherDays bands={bands} hasRules={rules.length > 0} />
          <Problems editing={editing} />
          {(mayCreate || editing.isDirty) && (
            <div className="flex flex-wrap items-center justify-between gap-2">
              {mayCreate && (
                <Button size="small" onPress={() => change([...rules, newRule(rules)])}>
                  <Plus size={14} aria-hidden />
                  Add rule
                </Button>
              )}
              {editing.isDirty && <SaveButtons editing={editing} />}
            </div>
          )}
        </form>
      )}
      {editing.isRead && <PageStrip {...{ statusPageId, colors }} />}
      <LeaveGuard isDirty={() => editing.isDirty} />
    </section>
  );
}

type Editing = ReturnType<typeof useRules>;

function SaveButtons({ editing }: { readonly editing: Editing }) {
  return (
    <span ref={passFocusOn} className="ml-auto flex gap-2">
      <Button size="small" onPress={editing.discard} isDisabled={editing.isPending}>
        Discard
      </Button>
      <Button size="small" look="primary" type="submit" isPending={editing.isPending}>
        Save colors
      </Button>
    </span>
  );
}

function Problems({ editing: { isMerged, error } }: { readonly editing: Editing }) {
  return (
    <>
      {isMerged && (
        <p role="alert" className="border-warn border-l-2 pl-3 text-13">
          Another user changed these rules meanwhile. Their changes are shown where you changed
          nothing. Check the scale, then save again.
        </p>
      )}
      {error !== undefined && (
        <p role="alert" className="text-13 text-danger">
          <ErrorMessage error={error} />
        </p>
      )}
    </>
  );
}

interface OtherProps {
  readonly bands: readonly ColorBand[];
  readonly hasRules: boolean;
}

/** Says what colors the days for which the page has no rule. */
function OtherDays({ bands, hasRules }: OtherProps) {
  const others = bands.filter(({ rule }) => rule === undefined);
  const [only] = others;
  if (!only) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-12 text-ink-muted">
      {others.map(({ from, color }) => (
        <Swatch key={from} color={color} />
      ))}
      {hasRules && `Days below ${only.to} % have the bar color of the page.`}
      {!hasRules &&
        others.length === 1 &&
        "Without rules, all days have the bar color of the page."}
      {!hasRules && others.length > 1 && "Without rules and bar color, these colors are used."}
    </p>
  );
}

/** Returns a rule that applies to the days below all others, or to all days. */
function newRule(rules: readonly RuleDraft[]): RuleDraft {
  const lowest = Math.min(...rules.map(({ atLeast }) => atLeast), 100);
  const atLeast = rules.length === 0 ? 99 : Math.max(0, Math.ceil(lowest) - 5);
  return { id: newRuleId(), atLeast, color: "#8fa3bf" };
}
