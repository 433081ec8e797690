import type { Metadata } from "next";
import { IntegrityPage } from "@/components/integrity/integrity-page";

export const metadata: Metadata = { title: "Integrity" };

export default function Page() {
  return <IntegrityPage />;
}
