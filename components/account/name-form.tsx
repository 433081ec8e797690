import { useQueryClient } from "@tanstack/react-query";
import { AuthForm } from "@/components/auth/auth-form";
import { notify } from "@/components/ui/toast/toast";
import { meQuery } from "@/lib/client/session/me";
import { renameMe } from "@/lib/client/session/session";

/** Form for the name that other users see. */
export function NameForm({ name }: { readonly name: string }) {
  const client = useQueryClient();
  return (
    <AuthForm
      verb="Save name"
      look="normal"
      values={{ name }}
      fields={[
        {
          name: "name",
          label: "Display name",
          autoComplete: "name",
          missing: "Enter a name.",
        },
      ]}
      onSubmit={async (sent) => {
        await renameMe(sent.name);
        await client.invalidateQueries(meQuery);
        notify({ title: "Name saved" });
      }}
    />
  );
}
