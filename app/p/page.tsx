import type { Metadata } from "next";
import { FirstProject } from "@/components/account/first-project";
import { DataProvider } from "@/lib/client/queries/query-provider";

export const metadata: Metadata = { title: "Projects" };

export default function Page() {
  return (
    <DataProvider>
      <FirstProject />
    </DataProvider>
  );
}
