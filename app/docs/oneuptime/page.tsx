import type { Metadata } from "next";
import { deploymentOrigin } from "@/app/deployment-origin";
import { PageHeading } from "@/components/docs/page-heading";
import { DialectDifferences } from "@/components/docs/switch/dialect-differences";
import { GoBack } from "@/components/docs/switch/go-back";
import { ImportRecords } from "@/components/docs/switch/import-records";
import { NotTaken } from "@/components/docs/switch/not-taken";
import { PointPrograms } from "@/components/docs/switch/point-programs";

export const metadata: Metadata = { title: "Switch from OneUptime" };

export default async function SwitchPage() {
  const origin = await deploymentOrigin();
  return (
    <>
      <PageHeading
        title="Switch from OneUptime"
        about="Bring a project over with its ids, numbers and times, and keep the programs that work with it. OneUptime stays as it is, so you can try this first and go back."
        path={`${origin}/api`}
      />
      <ImportRecords />
      <PointPrograms origin={origin} />
      <DialectDifferences />
      <NotTaken />
      <GoBack />
    </>
  );
}
