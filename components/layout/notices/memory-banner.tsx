import { BackupLink } from "@/components/deployment/backup-link";
import { useProject } from "@/lib/client/project/project";

/** Says in one line that records are lost when the process ends, and how to keep them. */
export function MemoryBanner() {
  const { me } = useProject();
  if (!me.database.inMemory) return null;
  return (
    <section
      aria-label="In memory"
      className="flex h-(--banner) shrink-0 items-center gap-x-3 overflow-hidden whitespace-nowrap border-line border-b bg-surface-sunken px-4 text-12 text-ink-muted"
    >
      <span className="truncate">
        <strong className="font-medium text-warn">In memory:</strong> records are lost when this
        process ends.
        <span className="max-md:hidden">
          {" "}
          Set <code className="font-mono">DATABASE_URL</code> to keep them.
        </span>
      </span>
      {me.isDeploymentOwner && (
        <span className="shrink-0">
          <BackupLink className="text-ink underline underline-offset-2 pointer-coarse:py-1.5">
            <span className="max-md:sr-only">Download </span>backup
          </BackupLink>
        </span>
      )}
    </section>
  );
}
