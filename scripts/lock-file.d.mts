interface Lock {
  readonly packages: Readonly<Record<string, object>>;
}

export function missingOptional(
  lock: Lock,
): readonly { readonly name: string; readonly version: string; readonly dev: boolean }[];

export function withPackages(lock: Lock, entries: Readonly<Record<string, object>>): Lock;

export function lacksPackages(lock: Lock, installed: Lock): boolean;

export function platformOf(name: string): {
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly os?: readonly string[];
};
