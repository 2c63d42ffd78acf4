export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly runAs?: { readonly uid: number; readonly gid: number } | undefined;
  readonly ready: () => Promise<boolean>;
  /** What it is asked to end with. */
  readonly stopSignal: NodeJS.Signals;
  readonly logFile: string;
}
