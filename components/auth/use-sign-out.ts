import { useQueryClient } from "@tanstack/react-query";
import { notifyFailure } from "@/components/errors/notify-failure";
import { forgetPeople } from "@/lib/client/device/device";
import { cancelLabelRequests } from "@/lib/client/queries/label-batch";
import { signOut } from "@/lib/client/session/session";

/**
 * Returns a function that signs out, deletes the user's data in this browser, and opens the sign-in
 * page.
 */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const leave = async () => {
    try {
      // A response after the session has ended would ask the user to sign in again.
      await client.cancelQueries();
      cancelLabelRequests();
      await signOut();
      client.clear();
      sessionStorage.clear();
      forgetPeople();
      window.location.assign("/sign-in");
    } catch (error) {
      void client.invalidateQueries();
      notifyFailure("Sign-out failed", error);
    }
  };
  return () => void leave();
}
