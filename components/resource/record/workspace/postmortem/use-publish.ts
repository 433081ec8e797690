import { useRequest } from "@/components/errors/use-request";
import { useUndo } from "@/components/resource/saving/use-undo";
import { notify } from "@/components/ui/toast/toast";
import { serverTime } from "@/lib/client/device/server-time";
import { refreshByStory } from "@/lib/client/queries/story";
import { useUpdate } from "@/lib/client/saving/mutations";
import type { JsonValue } from "@/lib/schema/json";
import type { Resource } from "@/lib/schema/resource";
import type { Row } from "@/lib/schema/row";

/**
 * Returns the functions that publish the postmortem of a record or withdraw it, and that show a
 * published one to visitors of status pages or hide it.
 */
export function usePublish(resource: Resource, record: Row) {
  const id = String(record._id);
  const update = useUpdate(resource, (client) => refreshByStory(client, resource, id));
  const undo = useUndo(resource, id);
  const { send, isPending } = useRequest({
    ...{ failed: "Postmortem not changed", onError: "toast" },
  });
  const fields = resource.lifecycle?.postmortem;
  const change = (name: string, value: JsonValue, title: string) =>
    void send(async () => {
      const etag = await update.mutateAsync({ id, data: { [name]: value } });
      const back = { [name]: record[name] ?? null };
      notify({ title, action: { label: "Undo", onPress: () => void undo(back, etag) } });
    });
  return {
    publish: (isPublished: boolean) =>
      change(
        fields?.published ?? "",
        isPublished ? new Date(serverTime()).toISOString() : null,
        isPublished ? "Postmortem published" : "Postmortem withdrawn",
      ),
    show: (isShown: boolean) =>
      change(
        fields?.shownToVisitors ?? "",
        isShown,
        isShown ? "Postmortem shown to visitors" : "Postmortem hidden from visitors",
      ),
    isPending,
  };
}
