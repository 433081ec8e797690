import { useEffect, useState } from "react";
import { importWithRetry } from "@/lib/client/http/import-with-retry";
import type { JudgedPassword } from "@/lib/schema/account/password-strength";

interface Props {
  readonly password: string;
  /** Personal words that a password must not be built from, as the server knows them. */
  readonly own: readonly string[];
}

/**
 * Shows, while the user types a new password, whether the server will accept it and why not. The
 * code of the strength check is large and is loaded with the first character.
 *
 * @example <PasswordHint password={typed.password ?? ""} own={[me.email, me.name]} />
 */
export function PasswordHint({ password, own }: Props) {
  const [judged, setJudged] = useState<JudgedPassword>();
  const words = own.join("\n");
  // Follows lazily loaded code and a pause in typing, because screen readers announce every change.
  useEffect(() => {
    let isCurrent = true;
    const judge = async () => {
      if (password === "") return undefined;
      const { judgePassword } = await importWithRetry(load);
      return judgePassword(password, [...words.split("\n"), window.location.hostname]);
    };
    const show = async () => {
      const result = await judge().catch(() => undefined);
      if (isCurrent) setJudged(result);
    };
    const timer = setTimeout(() => void show(), password === "" ? 0 : pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, words]);
  return (
    <div className="grid grid-cols-1 gap-1">
      {judged && <Meter judged={judged} />}
      <p role="status" className="text-12 text-ink-muted">
        {judged && textOf(judged)}
      </p>
    </div>
  );
}

const pauseMs = 400;
const load = () => import("@/lib/schema/account/password-strength");

function Meter({ judged: { score, problem } }: { readonly judged: JudgedPassword }) {
  const filled = problem === undefined ? score : Math.min(score + 1, 2);
  const tone = problem === undefined ? "bg-ok" : "bg-danger";
  return (
    <div className="flex gap-1" aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <span key={step} className={`h-1 flex-1 rounded-sm ${step <= filled ? tone : "bg-line"}`} />
      ))}
    </div>
  );
}

function textOf({ score, problem, reason, length }: JudgedPassword): string {
  if (length === "short") return "Too short. Use at least 8 characters.";
  if (length === "long") return "Too long. Use at most 128 characters.";
  if (problem === undefined) return score > 3 ? "Strong password." : "Good password.";
  return `Too easy to guess. ${reason ?? "It is short or contains a common word."} Add one or two unrelated words.`;
}
