import { NotFoundPage } from "@/components/layout/no-such-page";

export default function NotFound() {
  return <NotFoundPage />;
}
