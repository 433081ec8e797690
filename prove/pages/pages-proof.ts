import { builtServer, warmedUp } from "@/prove/harness/built-server";
import { growthOf, residentMb } from "@/prove/harness/memory";
import type { Proof, Sizes } from "@/prove/harness/proof";
import type { Run } from "@/prove/harness/run";
import { askServer } from "@/tests/server/ask-server";

type Size = "pages" | "lanes" | "every" | "memory";

/** Documents of the console one after the other, faster than users open them. */
export const pagesProof: Proof<Size> = {
  name: "pages",
  promise: "After many pages of the console, memory grows no more.",
  sizes: {
    pages: { value: 4_000, what: "pages to read" },
    lanes: { value: 3, what: "pages at a time" },
    every: { value: 100, what: "pages between two looks" },
    memory: { value: 60, what: "MB that memory may grow by, over the last two thirds" },
  },
  prove,
};

async function prove(run: Run, sizes: Sizes<Size>): Promise<void> {
  if (process.platform !== "linux") {
    run.skip("watching a process", "needs Linux's /proc");
    return;
  }
  const served = await builtServer(run, "pages", { DEMO: "1" });
  if (!served) return;
  await warmedUp(served);
  const { port, process: child } = served;
  const cookie = await signIn(port);
  const paths = await pathsOf(port, cookie);
  const looks: { readonly atSeconds: number; readonly mb: number }[] = [];
  const wrong: string[] = [];
  const started = performance.now();
  let begun = 0;
  const lane = async () => {
    while (begun < sizes.pages) {
      const path = paths[begun % paths.length] ?? "";
      begun += 1;
      const isLook = begun % sizes.every === 0;
      const { status, text } = await askServer(port, "GET", path, {
        ...{ key: null, headers: { cookie, accept: "text/html" } },
      });
      if (status !== 200 || !text.endsWith("</html>")) wrong.push(`${status} ${path}`);
      if (!isLook) continue;
      const mb = residentMb(child.pid ?? 0);
      looks.push({ atSeconds: (performance.now() - started) / 1_000, mb });
      run.say(`${begun} pages: ${mb.toFixed(0)} MB`);
    }
  };
  await Promise.all(Array.from({ length: sizes.lanes }, lane));
  // The first third is for caches to fill and the compiler to finish.
  const later = looks.slice(Math.floor(looks.length / 3));
  const growth = growthOf(later, ({ mb }) => mb);
  run.some("pages", begun - wrong.length);
  run.check("later looks, at least 5", later.length >= 5, String(later.length));
  run.none("refused or incomplete", wrong);
  run.check("memory, growth later", growth <= sizes.memory, `${growth.toFixed(1)} MB`);
  run.tell("memory, most", `${Math.max(0, ...looks.map(({ mb }) => mb)).toFixed(0)} MB`);
  await run.endsWell(served);
}

async function signIn(port: number): Promise<string> {
  const body = { email: "owner@example.com", password: "a password for tests" };
  const reply = await askServer(port, "POST", "/api/auth/sign-in/email", { key: null, body });
  if (reply.status !== 200) throw new Error(`The sign-in answered ${reply.status}: ${reply.text}`);
  return (reply.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
}

/** Returns the overview, two lists, a page without data in its document, and ten records. */
async function pathsOf(port: number, cookie: string): Promise<readonly string[]> {
  const list = await askServer(port, "GET", "/api/incident/get-list?limit=10", {
    ...{ key: null, headers: { cookie } },
  });
  const rows = (list.body["data"] ?? []) as readonly { readonly _id: string }[];
  if (list.status !== 200 || rows.length < 10) throw new Error(`No records to read: ${list.text}`);
  const records = rows.map(({ _id }) => `/incident/${_id}`);
  const others = ["/incident", "/monitor", "/people"];
  return ["", ...others, ...records].map((path) => `/p/acme${path}`);
}
