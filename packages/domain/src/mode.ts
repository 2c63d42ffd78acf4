/** Test and live are two worlds: nothing crosses from one to the other. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/** Whether a value is a mode. */
export function isMode(value: unknown): value is Mode {
  return modes.some((mode) => mode === value);
}
