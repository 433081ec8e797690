import type { LabelName } from "./settings";

/** A kind of incident at Acme: its texts and the records it affects. */
export interface Story {
  /** Can be followed by a location: "… in eu-west". */
  readonly title: string;
  readonly description: string;
  readonly rootCause: string;
  readonly fix: string;
  /** Numbers of monitors, a severity and an on-call policy. The first monitor changes status. */
  readonly touches: {
    readonly monitors: readonly number[];
    readonly rank: 1 | 2 | 3;
    readonly policy: number;
  };
  readonly labels: readonly LabelName[];
}

export const stories: readonly Story[] = [
  {
    title: "Card payments are declined",
    description: "Most card payments fail. Wallets and invoices still work.",
    rootCause: "The gateway's certificate chain changed and our trust store lacked the new root.",
    fix: "Added the root, rolled the payment pods, and made the trust store part of the image.",
    touches: { monitors: [3, 2], rank: 1, policy: 2 },
    labels: ["payments", "thirdParty", "customerFacing"],
  },
  {
    title: "Search returns no results for new products",
    description: "Products added since last night are missing from search.",
    rootCause: "The index writer stopped at a record with a price of null.",
    fix: "Skips and reports such records now; the index was rebuilt.",
    touches: { monitors: [4], rank: 3, policy: 3 },
    labels: ["customerFacing"],
  },
  {
    title: "Orders database has run out of connections",
    description: "Orders time out at the last step of checkout.",
    rootCause: "A deploy doubled the workers without lowering the pool of each.",
    fix: "Pool size halved, a pooler placed in front, and an alert at 80 % of connections.",
    touches: { monitors: [7, 2], rank: 1, policy: 1 },
    labels: ["database", "payments"],
  },
  {
    title: "Pages load slowly",
    description: "The shop answers, but pages take five to eight seconds.",
    rootCause: "A cache header was lost in a refactoring, so every page was made anew.",
    fix: "Header restored; a test now checks it on every build.",
    touches: { monitors: [1], rank: 2, policy: 3 },
    labels: ["customerFacing"],
  },
  {
    title: "Sign-in codes arrive late",
    description: "Codes by e-mail take up to twenty minutes.",
    rootCause: "The mail supplier put our address on a slower queue after a bounce wave.",
    fix: "Moved codes to a second supplier and cleaned the list of dead addresses.",
    touches: { monitors: [9, 5], rank: 2, policy: 1 },
    labels: ["thirdParty", "customerFacing"],
  },
  {
    title: "Product pictures are missing",
    description: "About a third of pictures do not load.",
    rootCause: "One of three image nodes had a full disk and answered with errors.",
    fix: "Node replaced; originals are no longer kept beside the resized copies.",
    touches: { monitors: [6], rank: 3, policy: 1 },
    labels: ["customerFacing"],
  },
  {
    title: "Message queue is growing",
    description: "Confirmations and stock changes are delayed by some minutes.",
    rootCause: "A consumer kept retrying one message that could never succeed.",
    fix: "Such messages go to a side queue after five tries.",
    touches: { monitors: [8], rank: 2, policy: 1 },
    labels: ["database"],
  },
  {
    title: "Mobile app cannot reach the backend",
    description: "The app shows an error on start; the web shop is fine.",
    rootCause: "A firewall rule for the old address range was removed too early.",
    fix: "Rule restored until the last old version is gone.",
    touches: { monitors: [10], rank: 1, policy: 1 },
    labels: ["customerFacing"],
  },
  {
    title: "Nightly import did not finish",
    description: "Prices and stock are from the day before.",
    rootCause: "The supplier's file held a column more than agreed.",
    fix: "The import reads columns by name; the supplier confirmed the new form.",
    touches: { monitors: [12], rank: 3, policy: 3 },
    labels: ["thirdParty"],
  },
  {
    title: "Refunds are booked twice",
    description: "A few customers were refunded twice. Nobody was charged too much.",
    rootCause: "A timeout at the gateway was retried without the same idempotency key.",
    fix: "Keys are kept with the refund; the surplus was reclaimed by finance.",
    touches: { monitors: [3], rank: 1, policy: 2 },
    labels: ["payments"],
  },
  {
    title: "Back office reports time out",
    description: "Reports over more than a month do not open.",
    rootCause: "Statistics of the largest table were stale, so the plan scanned it.",
    fix: "Statistics refreshed nightly; reports moved to the read replica.",
    touches: { monitors: [11], rank: 3, policy: 1 },
    labels: ["database"],
  },
  {
    title: "Checkout shows an empty basket",
    description: "Some shoppers lose their basket between two steps.",
    rootCause: "Two versions of the session format ran side by side during a slow roll-out.",
    fix: "Roll-out finished; both formats are read for a week from now on.",
    touches: { monitors: [2, 1], rank: 2, policy: 3 },
    labels: ["customerFacing", "payments"],
  },
  {
    title: "Certificate of the image host has expired",
    description: "Browsers warn when they load pictures.",
    rootCause: "Renewal ran, but the proxy was never told to read the new file.",
    fix: "Proxy reloads after renewal; expiry is watched fourteen days ahead.",
    touches: { monitors: [6], rank: 2, policy: 1 },
    labels: ["customerFacing"],
  },
  {
    title: "Password reset fails for some accounts",
    description: "Links lead to an error for accounts made before 2021.",
    rootCause: "A migration left the old hash type without a handler.",
    fix: "Handler restored; such accounts are rehashed at the next sign-in.",
    touches: { monitors: [5], rank: 3, policy: 1 },
    labels: ["customerFacing"],
  },
  {
    title: "Replica of the orders database lags behind",
    description: "Order history shows the last orders late.",
    rootCause: "A long report held back the clean-up of old rows.",
    fix: "Reports on the replica end after five minutes.",
    touches: { monitors: [7], rank: 2, policy: 1 },
    labels: ["database"],
  },
  {
    title: "Wallet payments are not offered",
    description: "The wallet buttons do not show at checkout.",
    rootCause: "The supplier's script moved to a new host that our content policy did not name.",
    fix: "Host added; a daily check opens checkout in a real browser.",
    touches: { monitors: [2], rank: 2, policy: 2 },
    labels: ["payments", "thirdParty"],
  },
];
