import { Dialog } from "@/components/ui/overlay/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { bidiIsolate } from "@/components/words/bidi-isolate";
import type { Notice } from "@/lib/schema/account/notice";

/** Shows what happened to the user's account, and what to do if it was not them. */
export function NoticesDialog(props: {
  readonly notices: readonly Notice[];
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      role="alertdialog"
      title="About your account"
      onClose={props.onClose}
      cancel={null}
      action={{ text: "Got it", autoFocus: true, onPress: props.onClose }}
    >
      <ul className="grid gap-3">
        {props.notices.map((notice) => (
          <li key={`${notice.at} ${notice.event}`} className="wrap-anywhere">
            {said[notice.event](notice)}{" "}
            <span className="text-13 text-ink-muted">
              <RelativeTime instant={notice.at} />
            </span>
          </li>
        ))}
      </ul>
      <p className="text-13 text-ink-muted">
        If this was not you, change your password and end your other sessions in{" "}
        <a href="/account" className="text-ink underline underline-offset-2">
          your account
        </a>
        , and tell an owner of the deployment.
      </p>
    </Dialog>
  );
}

const said: Readonly<Record<Notice["event"], (notice: Notice) => string>> = {
  reset_link_made: ({ by }) =>
    `${typeof by === "string" ? bidiIsolate(by) : "The operator of the server"} made a link to set a new password for you.`,
  reset_link_used: ({ address = "" }) =>
    `A new password was set with a reset link${address === "" ? "" : `, from the address ${address}`}.`,
  failed_sign_ins: ({ count = 0 }) =>
    `There were ${count.toLocaleString("en")} failed attempts to sign in to your account before this sign-in.`,
};
