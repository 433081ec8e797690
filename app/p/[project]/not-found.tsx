import { NoSuchPage } from "@/components/layout/no-such-page";

export default function NotFound() {
  return <NoSuchPage />;
}
