import { resources } from "@/lib/resources/index";
import { openStore } from "@/lib/store/open-store";

// Migrates a database and is killed just before the n-th statement, counted from 1; 0: not at all.
const [url = "", at = "0"] = process.argv.slice(2);
let seen = 0;
const store = await openStore({
  url,
  resources: resources.values(),
  onStatement: () => {
    seen += 1;
    if (seen === Number(at)) process.kill(process.pid, "SIGKILL");
  },
});
await store.close();
process.exit(0);
