import type { ReactNode } from "react";
import { hasSession } from "@/app/has-session";
import { SideNav } from "@/components/docs/side-nav";
import { PublicHeader } from "@/components/layout/shell/public-header";
import { sentenceCase } from "@/components/words/sentence-case";
import { resources } from "@/lib/resources/index";
import { groupNames, groupsOf } from "@/lib/schema/groups";

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const groups = groupsOf(resources.values()).map(([group, members]) => ({
    name: groupNames[group],
    resources: members.map(({ path, name }) => ({ path, name: sentenceCase(name) })),
  }));
  return (
    <>
      <PublicHeader wide isSignedIn={await hasSession()} />
      <div className="mx-auto max-w-6xl gap-x-14 px-5 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <SideNav groups={groups} />
        <main className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-10 pt-8 pb-24">
          {children}
        </main>
      </div>
    </>
  );
}
