import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { deploymentOrigin } from "@/app/deployment-origin";
import { callsOf } from "@/app/docs/documented-calls";
import { exampleOf } from "@/app/docs/example-call";
import { PageHeading } from "@/components/docs/page-heading";
import { CallsTable } from "@/components/docs/resource/calls-table";
import { ExampleCall } from "@/components/docs/resource/example-call";
import { FieldsTable } from "@/components/docs/resource/fields-table";
import { Section } from "@/components/docs/section";
import { LazyTryIt } from "@/components/docs/try-it/lazy-try-it";
import { sentenceCase } from "@/components/words/sentence-case";
import { exampleId } from "@/lib/resources/examples/examples";
import { resourceAt } from "@/lib/resources/index";
import { sampleId } from "@/lib/resources/sample/sample-row";

interface PageProps {
  params: Promise<{ resource: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const resource = resourceAt((await params).resource);
  return { title: resource ? `${sentenceCase(resource.name)}, API` : "Not found" };
}

export default async function ResourceDocsPage({ params }: PageProps) {
  const resource = resourceAt((await params).resource);
  if (!resource) notFound();
  const origin = await deploymentOrigin();
  const calls = callsOf(resource);
  const { call, reply } = exampleOf(resource, calls);
  return (
    <>
      <PageHeading
        title={sentenceCase(resource.name)}
        about={resource.about}
        path={`/api/${resource.path}`}
      />
      <Section id="operations" title="Operations">
        <CallsTable calls={calls} name={resource.name} />
      </Section>
      <Section id="fields" title="Fields">
        <FieldsTable resource={resource} />
      </Section>
      <Section id="example" title="Example">
        {call && <ExampleCall call={call} origin={origin} reply={reply} />}
      </Section>
      <Section id="try-it" title="Try it">
        <LazyTryIt
          calls={calls}
          origin={origin}
          exampleIds={{ record: exampleId(resource), project: sampleId("project", 1) }}
        />
      </Section>
    </>
  );
}
