import { NotFoundPage } from "@/components/layout/shell/not-found-page";

export default function NotFound() {
  return <NotFoundPage />;
}
