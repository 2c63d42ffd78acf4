import type { Tone } from '@parley/ui/status';

/** The shape beside a state's heading, so that its colour never speaks alone: a path of 16 by 16. */
export const marks: Readonly<Record<Tone, string>> = {
  success: 'M3 8.5 6.5 12 13 4.5',
  pending: 'M8 3.5V8l3 2',
  critical: 'M8 3v6M8 12.2v.3',
  neutral: 'M3.5 8h9',
  progress: 'M3 8h9.5M9 4.5 12.5 8 9 11.5',
};
