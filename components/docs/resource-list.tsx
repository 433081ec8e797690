import Link from "next/link";
import { Section } from "@/components/docs/section";
import { sentenceCase } from "@/components/words/sentence-case";
import { groupNames, groupsOf } from "@/lib/schema/groups";
import type { Resource } from "@/lib/schema/resource";

/** Lists every resource with a one-line description, grouped by area of work. */
export function ResourceList({ resources }: { resources: readonly Resource[] }) {
  return (
    <Section id="resources" title="Resources">
      {groupsOf(resources).map(([group, members]) => (
        <div key={group} className="grid min-w-0 gap-x-6 pt-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <h3 className="py-2 text-13 text-ink-muted">{groupNames[group]}</h3>
          <ul className="min-w-0">
            {members.map(({ path, name, about }) => (
              <li key={path} className="border-line border-t py-2 text-13">
                <Link
                  href={`/docs/${path}`}
                  prefetch={false}
                  className="font-semibold text-ink-strong underline decoration-line-strong underline-offset-3 hover:decoration-accent"
                >
                  {sentenceCase(name)}
                </Link>
                <p>{about}</p>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
