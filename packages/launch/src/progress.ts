export interface Progress {
  /** One line with the seconds since the command was given. */
  readonly say: (line: string) => void;
  /** Lines without the clock, for what is meant to be read or copied. */
  readonly print: (text: string) => void;
}

/** Plain lines, so that a terminal and a log show the same. */
export function startProgress(now: () => number = Date.now): Progress {
  // The bootstrap began earlier and hands over its clock.
  const startedAt = Number(process.env.PARLEY_STARTED_AT) || now();
  const write = (text: string) => process.stdout.write(text);
  // A reader that went away (`npm start | head`) must not end the product.
  process.stdout.on('error', () => {});
  return {
    say: (line) => {
      const seconds = ((now() - startedAt) / 1000).toFixed(1).padStart(6);
      write(`${seconds} s  ${line}\n`);
    },
    print: (text) => {
      write(`${text}\n`);
    },
  };
}
