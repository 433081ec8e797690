import type { Metadata } from "next";
import { ResetPassword } from "@/components/auth/reset-password";

export const metadata: Metadata = { title: "New password" };

export default async function Page({ params }: { readonly params: Promise<{ token: string }> }) {
  return <ResetPassword token={(await params).token} />;
}
