/** The longest time in days that a replaced key or secret of a merchant remains valid. */
export const MAX_OVERLAP_DAYS = 7;
