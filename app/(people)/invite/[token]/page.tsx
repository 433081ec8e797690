import type { Metadata } from "next";
import { AcceptInvitation } from "@/components/auth/accept-invitation";

export const metadata: Metadata = { title: "Invitation" };

export default async function Page({ params }: { readonly params: Promise<{ token: string }> }) {
  return <AcceptInvitation token={(await params).token} />;
}
