import type { Metadata } from "next";
import { AccessPage } from "@/components/access/access-page";

export const metadata: Metadata = { title: "Why was this refused?" };

export default function Page() {
  return <AccessPage />;
}
