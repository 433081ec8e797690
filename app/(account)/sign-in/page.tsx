import type { Metadata } from "next";
import { SignIn } from "@/components/auth/sign-in";

export const metadata: Metadata = { title: "Sign in" };

interface Props {
  readonly searchParams: Promise<{ next?: string | string[] }>;
}

export default async function Page({ searchParams }: Props) {
  const { next } = await searchParams;
  return <SignIn next={[next].flat()[0]} />;
}
