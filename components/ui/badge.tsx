import type { ReactNode } from "react";
import { classes } from "./styles";

export type Tone = "neutral" | "danger" | "warn" | "ok" | "info";

interface Props {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A word or number set apart from the text around it. */
export function Badge({ tone = "neutral", children }: Props) {
  return (
    <span
      className={classes(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 text-12",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

const tones: Readonly<Record<Tone, string>> = {
  neutral: "border-line text-ink-muted",
  danger: "border-danger/40 text-danger",
  warn: "border-warn/40 text-warn",
  ok: "border-ok/40 text-ok",
  info: "border-info/40 text-info",
};
