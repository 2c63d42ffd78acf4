/** Test and live are two worlds: nothing crosses from one to the other. */
export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];
