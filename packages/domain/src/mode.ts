/** Test data and live data are separate: no operation crosses from one to the other. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

export function isMode(value: unknown): value is Mode {
  return modes.some((mode) => mode === value);
}
