const MAX_STEPS = 4;

/**
 * The values of the lines of a chart that begins at zero: at most five, 1, 2 or 5 times a power of ten
 * apart. The last one is at least `max`.
 * @param max a whole number
 */
export function createScale(max: number): readonly number[] {
  const top = Math.max(max, 1);
  const power = 10 ** Math.floor(Math.log10(top / MAX_STEPS));
  const factor = [1, 2, 5].find((one) => one * power * MAX_STEPS >= top) ?? 10;
  const step = Math.max(factor * power, 1);
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, line) => line * step);
}
