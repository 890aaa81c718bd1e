interface Lock {
  packages: Record<string, { version?: string; integrity?: string; optional?: boolean }>;
}

export function fingerprint(lockText: string): string;
export function isInstalled(root: string): boolean;
export function isSameInstall(wanted: Lock, found: Lock): boolean;
export function install(
  root: string,
  run?: (root: string, args: string[]) => { status: number; output: string },
): string | undefined;
export function nodeOutside(root: string, where?: { path?: string; started?: string }): string;
