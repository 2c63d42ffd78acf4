/**
 * The meaning of each status color: success (green), pending on someone (amber), critical: needs a
 * person (red), neutral: ended without a payment (gray), in progress (blue).
 */
export const tones = ['success', 'pending', 'critical', 'neutral', 'progress'] as const;
export type Tone = (typeof tones)[number];

export interface StatusLabel {
  readonly label: string;
  readonly tone: Tone;
  /** One sentence. */
  readonly explanation: string;
}
