import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { compiled, hasProgram } from "@/prove/harness/compile-c";
import { pause } from "@/prove/harness/figures";
import type { Run } from "@/prove/harness/run";

const megabytes = 96;

/** Returns what this machine lacks to mount a disk with a volatile cache; undefined if nothing. */
export function missingForDisk(): string | undefined {
  if (process.platform !== "linux") return "needs Linux";
  if (process.getuid?.() !== 0) return "mounting needs root";
  const programs = ["gcc", "mkfs.ext4", "losetup", "mount", "umount"];
  const absent = programs.filter((name) => !hasProgram(name));
  return absent.length > 0 ? `needs ${absent.join(", ")}` : undefined;
}

/** A file system on a disk that loses unsynced writes with its power. */
export class VolatileDisk {
  readonly #run: Run;
  readonly #program: string;
  readonly #image: string;
  readonly #fuse: string;
  /** The mount point. */
  readonly folder: string;

  constructor(run: Run) {
    this.#run = run;
    const own = run.folder();
    this.#program = compiled("prove/power/volatile-disk.c", own, "volatile-disk", false);
    this.#image = join(own, "image");
    this.#fuse = join(own, "fuse");
    this.folder = join(own, "data");
    mkdirSync(this.#fuse);
    mkdirSync(this.folder);
    quietly("truncate", "-s", `${megabytes}M`, this.#image);
    quietly("mkfs.ext4", "-q", "-F", this.#image);
  }

  /**
   * Mounts it. The returned function cuts its power and leaves what had reached the disk by then.
   */
  async powerOn(): Promise<() => Promise<void>> {
    const disk = spawn(this.#program, [this.#fuse, this.#image], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const kill = this.#run.onEnd(() => disk.kill("SIGKILL"));
    const gone = new Promise<void>((resolve) => disk.once("exit", () => resolve()));
    const failed = gone.then(() => Promise.reject(new Error("The disk does not start.")));
    await Promise.race([new Promise((resolve) => disk.stdout.once("data", resolve)), failed]);
    failed.catch(() => undefined);
    const unmountFuse = this.#run.onEnd(() => {
      disk.kill("SIGKILL");
      quietly("umount", "-l", this.#fuse);
    });
    const device = quietly("losetup", "--find", "--show", join(this.#fuse, "disk"));
    const detach = this.#run.onEnd(() => quietly("losetup", "-d", device));
    quietly("mount", device, this.folder);
    const unmount = this.#run.onEnd(() => quietly("umount", "-l", this.folder));
    return async () => {
      disk.kill("SIGUSR1");
      await gone;
      // Pending writes of the system to the disk must have failed before it is mounted again.
      await unmount();
      await detach();
      await unmountFuse();
      await kill();
      await this.#detached(device);
    };
  }

  async #detached(device: string): Promise<void> {
    for (let wait = 0; wait < 100; wait += 1) {
      if (!quietly("losetup", "-a").includes(`${device}:`)) return;
      await pause(100);
    }
    throw new Error(`${device} is still in use.`);
  }
}

function quietly(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}
