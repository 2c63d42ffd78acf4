export interface FixedClock {
  readonly now: () => Date;
  /** Moves the clock on by milliseconds. */
  readonly advance: (ms: number) => void;
  readonly set: (time: Date | string) => void;
}

/** A clock that moves only when a test moves it. */
export function fixedClock(start: Date | string = '2026-01-01T00:00:00.000Z'): FixedClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms;
    },
    set: (to) => {
      time = new Date(to).getTime();
    },
  };
}
