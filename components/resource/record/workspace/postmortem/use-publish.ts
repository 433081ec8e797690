import { useRequest } from "@/components/errors/use-request";
import { useUndo } from "@/components/resource/saving/use-undo";
import { notify } from "@/components/ui/toast/toast";
import { refreshByStory } from "@/lib/client/queries/story";
import { useUpdate } from "@/lib/client/saving/mutations";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/** Returns the function that publishes the postmortem of a record, or withdraws it. */
export function usePublish(resource: Resource, record: Row) {
  const id = String(record._id);
  const update = useUpdate(resource, (client) => refreshByStory(client, resource, id));
  const undo = useUndo(resource, id);
  const { send, isPending } = useRequest({
    ...{ failed: "Postmortem not changed", onError: "toast" },
  });
  const name = resource.lifecycle?.postmortem?.published ?? "";
  const set = (isPublished: boolean) =>
    void send(async () => {
      const data = { [name]: isPublished ? new Date().toISOString() : null };
      const etag = await update.mutateAsync({ id, data });
      const back = { [name]: record[name] ?? null };
      notify({
        title: isPublished ? "Postmortem published" : "Postmortem withdrawn",
        action: { label: "Undo", onPress: () => void undo(back, etag) },
      });
    });
  return { set, isPending };
}
