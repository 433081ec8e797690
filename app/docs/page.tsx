import type { Metadata } from "next";
import { deploymentOrigin } from "@/app/deployment-origin";
import { Authenticate } from "@/components/docs/guide/authenticate";
import { Errors } from "@/components/docs/guide/errors";
import { Operations } from "@/components/docs/guide/operations";
import { Querying } from "@/components/docs/guide/querying";
import { QuickStart } from "@/components/docs/guide/quick-start";
import { Reading } from "@/components/docs/guide/reading";
import { Safety } from "@/components/docs/guide/safety";
import { ServiceEndpoints } from "@/components/docs/guide/service-endpoints";
import { Values } from "@/components/docs/guide/values";
import { PageHeading } from "@/components/docs/page-heading";
import { ResourceList } from "@/components/docs/resource-list";
import { problems } from "@/lib/http/message/problem";
import { resources } from "@/lib/resources/index";
import { sampleId } from "@/lib/resources/sample/sample-row";
import { sharedCalls } from "./documented-calls";

export const metadata: Metadata = { title: "API" };

export default async function DocsPage() {
  const origin = await deploymentOrigin();
  return (
    <>
      <PageHeading
        title="The API"
        about="All resources use JSON and the same operations. This guide describes the operations. Each resource page lists its fields and permissions and lets you try calls."
        path={`${origin}/api`}
      />
      <Authenticate />
      <QuickStart origin={origin} projectId={sampleId("project", 1)} />
      <Operations operations={sharedCalls()} />
      <Reading />
      <Querying />
      <Values />
      <Errors problems={problems} />
      <Safety />
      <ServiceEndpoints />
      <ResourceList resources={[...resources.values()]} />
    </>
  );
}
