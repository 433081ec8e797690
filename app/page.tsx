import { DeploymentFacts } from "@/components/landing/deployment-facts";
import { FirstCall } from "@/components/landing/first-call";
import { ResourceIndex } from "@/components/landing/resource-index";
import { PublicHeader } from "@/components/layout/shell/public-header";
import { referenceResources, resources } from "@/lib/resources/index";
import { deploymentOrigin } from "./deployment-origin";
import { hasSession } from "./has-session";

export default async function Page() {
  const origin = await deploymentOrigin();
  return (
    <>
      <PublicHeader isSignedIn={await hasSession()} />
      <main className="mx-auto grid max-w-4xl gap-14 px-5 pt-12 pb-20">
        <div className="grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,1fr)_15rem]">
          <div className="grid content-start gap-3">
            <h1 className="text-balance font-semibold text-28 text-ink-strong tracking-tight">
              Incidents, alerts and on-call in one API
            </h1>
            <p className="max-w-prose text-16">
              This is a Tocsin deployment. It stores incident management records in eighteen main
              resources, and in {resources.size - referenceResources.length} others that complete
              them. All resources have the same operations: list, get, count, create, update,
              delete.
            </p>
          </div>
          <DeploymentFacts origin={origin} />
        </div>
        <section aria-labelledby="first-call" className="grid min-w-0 gap-6">
          <h2 id="first-call" className="font-semibold text-20 text-ink-strong">
            The first call
          </h2>
          <FirstCall origin={origin} />
        </section>
        <section aria-labelledby="resources">
          <h2 id="resources" className="font-semibold text-20 text-ink-strong">
            Resources
          </h2>
          <ResourceIndex resources={referenceResources} />
        </section>
      </main>
    </>
  );
}
