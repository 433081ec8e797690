import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageBody } from "@/components/page/page-body";
import { NewRecord } from "@/components/resource/form/new-record";
import { resourceAt } from "@/lib/resources/index";

interface Props {
  readonly params: Promise<{ resource: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `New: ${resourceAt((await params).resource)?.name ?? "Not found"}` };
}

export default async function Page({ params }: Props) {
  const { path } = resourceAt((await params).resource) ?? notFound();
  return (
    <PageBody>
      <NewRecord path={path} />
    </PageBody>
  );
}
