import { HardDrive } from "lucide-react";
import { BackupLink } from "@/components/deployment/backup-link";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/overlay/popover";
import { useProject } from "@/lib/client/project/project";

/** Says in the top bar that records are lost when the process ends, and on a press how to keep them. */
export function MemoryPill() {
  const { me } = useProject();
  if (!me.database.inMemory) return null;
  return (
    <Popover
      label="In memory"
      button={
        <Button
          look="quiet"
          size="small"
          className="h-6! rounded-full! border-warn! text-warn! pointer-coarse:border-transparent!"
        >
          <HardDrive size={12} aria-hidden />
          <span className="max-lg:sr-only">In memory</span>
        </Button>
      }
    >
      <div className="grid w-72 max-w-full gap-2 text-13">
        <p>
          Records are lost when this process ends. Set{" "}
          <code className="font-mono">DATABASE_URL</code> to keep them.
        </p>
        {me.isDeploymentOwner && (
          <BackupLink className="w-fit text-ink-strong underline underline-offset-2 pointer-coarse:py-3">
            Download backup
          </BackupLink>
        )}
      </div>
    </Popover>
  );
}
