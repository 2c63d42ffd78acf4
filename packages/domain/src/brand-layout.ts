/** The corner radii of the payer page that a merchant can select, in pixels. Without one it is 6. */
export const CORNER_RADII = [0, 4, 8, 12, 16] as const;

export type CornerRadius = (typeof CORNER_RADII)[number];

export const isCornerRadius = (value: unknown): value is CornerRadius =>
  (CORNER_RADII as readonly unknown[]).includes(value);

/** The length of the text that payers see after the payment, in UTF-16 code units. */
export const MAX_SUCCESS_TEXT_LENGTH = 300;
