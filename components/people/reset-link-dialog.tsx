import { useRequest } from "@/components/errors/use-request";
import { Dialog } from "@/components/ui/overlay/dialog";
import { PendingSecretGuard } from "@/components/ui/show-once/show-once-guards";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import { useClock } from "@/lib/client/device/clock";
import { request } from "@/lib/client/http/request";
import { showLink } from "./link-dialog";
import type { Person } from "./person";

interface Props {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Explains a reset link, creates it, and shows it to be copied. */
export function ResetLinkDialog({ person, onClose }: Props) {
  const { zone } = useClock();
  const name = bidiIsolate(person.name);
  const { send, ...sending } = useRequest({ failed: `No reset link created for ${name}` });
  const create = async () => {
    const made = await request("POST /api/user/:id/reset-link", { id: person.userId });
    showLink({
      title: `Reset link for ${name}`,
      label: "Link to set a new password",
      text: "Copy the link and pass it on yourself, to this user only. Anyone with the link can set their password.",
      ...{ made, zone },
    });
  };
  return (
    <Dialog
      {...sending}
      onClose={onClose}
      title={`A new password for ${name}`}
      action={{
        text: "Create link",
        autoFocus: true,
        onPress: () => void send(create, onClose),
      }}
    >
      <PendingSecretGuard isPending={sending.isPending} />
      <p>
        Creates a link to set a new password for {name}. Earlier links stop working. Their current
        password works until they use the new link. Then all their sessions end.
      </p>
    </Dialog>
  );
}
