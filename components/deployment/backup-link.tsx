import type { MouseEvent, ReactNode } from "react";
import { notifyFailure } from "@/components/errors/notify-failure";
import { confirmation } from "@/lib/client/http/confirmation";
import { isSessionConfirmed } from "@/lib/client/session/me";

/**
 * Downloads the whole database. The browser cannot ask for the password during a download, so the
 * password is confirmed first.
 */
export function BackupLink(props: { readonly className: string; readonly children: ReactNode }) {
  const download = async () => {
    try {
      if ((await isSessionConfirmed()) || (await confirmation.ask())) startDownload();
    } catch (error) {
      notifyFailure("Download failed", error);
    }
  };
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    void download();
  };
  return <a href={path} download onClick={onClick} {...props} />;
}

const path = "/api/snapshot";

function startDownload(): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.click();
}
