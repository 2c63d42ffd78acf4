const SECONDS = 5;

/** Counts down aloud, then acts; what it returns ends it. */
export function countdown(say: (seconds: number) => void, then: () => void): () => void {
  let left = SECONDS;
  say(left);
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return say(left);
    clearInterval(timer);
    then();
  }, 1_000);
  return () => clearInterval(timer);
}
