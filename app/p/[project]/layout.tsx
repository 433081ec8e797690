import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { hasSession } from "@/app/has-session";
import { ConsoleFrame } from "@/components/layout/shell/console-frame";

interface Props {
  readonly children: ReactNode;
  readonly params: Promise<{ project: string }>;
}

export default async function Layout({ children, params }: Props) {
  const { project } = await params;
  const held = await cookies();
  const clock = held.get("clock")?.value ?? "utc";
  return (
    <ConsoleFrame project={project} hasSession={await hasSession()} clock={clock}>
      {children}
    </ConsoleFrame>
  );
}
