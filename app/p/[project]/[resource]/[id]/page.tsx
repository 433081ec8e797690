import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageBody } from "@/components/page/page-body";
import { ReadGate } from "@/components/resource/record/read-problem";
import { RecordPage } from "@/components/resource/record/record-page";
import { resourceAt } from "@/lib/resources/index";

interface Props {
  readonly params: Promise<{ resource: string; id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: resourceAt((await params).resource)?.name ?? "Not found" };
}

export default async function Page({ params }: Props) {
  const { resource, id } = await params;
  const { path } = resourceAt(resource) ?? notFound();
  return (
    <PageBody>
      <ReadGate path={path}>
        <RecordPage path={path} id={id} />
      </ReadGate>
    </PageBody>
  );
}
