import { setImmediate as letOthersRun } from "node:timers/promises";
import type {
  PublicDay,
  PublicGroup,
  PublicMonitor,
  PublicStatus,
} from "@/lib/operations/status-pages/public-page";
import { type Html, html } from "./markup";
import type { Words } from "./texts";
import { duration } from "./times";

/** Monitors after which other requests continue. Their bars are many elements. */
const atOnce = 20;

/** Returns a group of monitors; one with a name can be folded, without a script. */
export async function groupSection(group: PublicGroup, words: Words): Promise<Html> {
  const items: Html[] = [];
  for (const one of group.monitors) {
    items.push(monitorItem(one, words, group.id === undefined ? "h3" : "h4"));
    if (items.length % atOnce === 0) await letOthersRun();
  }
  const list = html`<ul class="monitors">${items}</ul>`;
  if (group.id === undefined) return list;
  return html`<details class="group"${group.isExpanded ? html` open` : ""}><summary><h3 dir="auto">${group.name}</h3>${facts(group)}</summary>${markdown(group.description, words)}${list}</details>`;
}

/** A monitor without a group stands directly below the heading of its section. */
function monitorItem(monitor: PublicMonitor, words: Words, level: "h3" | "h4"): Html {
  const { name, description, explanation, days } = monitor;
  const hint = explanation === "" ? "" : html`<p class="quiet" dir="auto">${explanation}</p>`;
  return html`<li class="monitor"><div class="line">${heading(name, level)}${facts(monitor)}</div>${markdown(description, words)}${hint}${days ? history(days, words) : ""}</li>`;
}

function heading(name: string, level: "h3" | "h4"): Html {
  return level === "h3" ? html`<h3 dir="auto">${name}</h3>` : html`<h4 dir="auto">${name}</h4>`;
}

function facts({ status, uptime }: Pick<PublicMonitor, "status" | "uptime">): Html {
  return html`<span class="facts">${uptime === undefined ? "" : html`<span class="percent">${uptime} %</span>`}${status ? statusMark(status) : ""}</span>`;
}

/** The sign differs by level, so that the state does not depend on seeing colors. */
function statusMark({ name, level }: PublicStatus): Html {
  return html`<span class="status ${level}"><i aria-hidden="true">${signs[level]}</i> <span dir="auto">${name}</span></span>`;
}

/** The sign of each level. */
export const signs = { operational: "✓", degraded: "!", down: "✕" } as const;

/**
 * Returns the bars of the days: bars with downtime are taller. A narrow window shows the last third
 * of them. The days with downtime follow as text.
 */
function history(days: readonly PublicDay[], words: Words): Html {
  const down = days.filter(({ downSeconds }) => downSeconds > 0);
  const bars = days.map(
    (day, place) =>
      html`<rect class="b${day.color}${day.downSeconds > 0 ? " t" : ""}" x="${place * step}"><title>${dayText(day, words)}</title></rect>`,
  );
  const label = `Uptime of each of the last ${days.length} days. ${down.length === 0 ? "No downtime." : `Downtime on ${down.length} ${down.length === 1 ? "day" : "days"}.`}`;
  const listed =
    down.length === 0
      ? ""
      : html`<details class="downtime"><summary>Downtime on ${down.length} ${down.length === 1 ? "day" : "days"}</summary><ul>${[...down].reverse().map((day) => html`<li>${dayText(day, words)}</li>`)}</ul></details>`;
  return html`<div class="bars" dir="ltr"><svg role="img" aria-label="${label}" viewBox="0 0 ${days.length * step - 1} 34" preserveAspectRatio="none">${bars}</svg></div><p class="scale quiet" dir="ltr"><span class="wide">${days.length} days ago</span><span class="narrow">30 days ago</span><span>Today</span></p>${listed}`;
}

const step = 5;

function dayText({ date, uptime, downSeconds }: PublicDay, words: Words): string {
  if (uptime === undefined) return `${words.day(date)}: not known`;
  const down = downSeconds > 0 ? `, ${duration(downSeconds)} down` : "";
  return `${words.day(date)}: ${uptime} %${down}`;
}

function markdown(text: string, words: Words): Html {
  return text === ""
    ? html``
    : html`<div class="text quiet" dir="auto">${words.markdown(text)}</div>`;
}
