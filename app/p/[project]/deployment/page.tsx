import type { Metadata } from "next";
import { DeploymentPage } from "@/components/deployment/deployment-page";

export const metadata: Metadata = { title: "Deployment" };

export default function Page() {
  return <DeploymentPage />;
}
