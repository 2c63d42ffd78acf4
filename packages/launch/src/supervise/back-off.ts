const firstMs = 1_000;
const windowMs = 60_000;
const mostDeaths = 5;

/** How long to wait before the next try after these deaths (times in ms, oldest first); undefined: give up. */
export function backOff(deaths: readonly number[], now: number): number | undefined {
  const recent = deaths.filter((time) => now - time < windowMs).length;
  if (recent >= mostDeaths) return undefined;
  return firstMs * 2 ** Math.max(0, recent - 1);
}
