import { sentenceCase } from "@/components/words/sentence-case";
import { groupNames, groupsOf } from "@/lib/schema/groups";
import type { Resource } from "@/lib/schema/resource";

/** Lists every resource by area of work: name, path and description of a record. */
export function ResourceIndex({ resources }: { resources: readonly Resource[] }) {
  return groupsOf(resources).map(([group, members]) => (
    <section key={group} aria-labelledby={`group-${group}`} className="pt-6">
      <h3 id={`group-${group}`} className="pb-1 text-13 text-ink-muted">
        {groupNames[group]}
      </h3>
      <dl>
        {members.map((resource) => (
          <Entry key={resource.path} resource={resource} />
        ))}
      </dl>
    </section>
  ));
}

function Entry({ resource }: { resource: Resource }) {
  return (
    <div className="grid gap-x-6 border-line border-t py-2 text-13 sm:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <dt className="text-ink-strong">
        {sentenceCase(resource.name)}
        <code className="block font-mono text-12 text-ink-muted">/api/{resource.path}</code>
      </dt>
      <dd>{resource.about}</dd>
    </div>
  );
}
