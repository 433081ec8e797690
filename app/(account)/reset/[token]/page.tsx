import type { Metadata } from "next";
import { RedirectToFragment } from "@/components/auth/redirect-to-fragment";

export const metadata: Metadata = { title: "New password" };

export default async function Page({ params }: { readonly params: Promise<{ token: string }> }) {
  return <RedirectToFragment page="/reset" token={(await params).token} />;
}
