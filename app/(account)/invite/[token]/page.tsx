import type { Metadata } from "next";
import { RedirectToFragment } from "@/components/auth/redirect-to-fragment";

export const metadata: Metadata = { title: "Invitation" };

export default async function Page({ params }: { readonly params: Promise<{ token: string }> }) {
  return <RedirectToFragment page="/invite" token={(await params).token} />;
}
