'use client';

import { use, useSyncExternalStore } from 'react';
import { absoluteTime, clockTime, relativeTime } from '../time.ts';
import { Locale } from './locale.tsx';
import { useTimeZone } from './time-zone.tsx';

const TICK_MS = 10_000;

const tick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;
const subscribeToTicks = (onTick: () => void) => {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
};

interface MomentProps {
  /** RFC 3339. */
  readonly at: string;
  /** Relative to now, or the time of day. */
  readonly form?: 'relative' | 'clock';
}

/** A timestamp in the viewer's time zone, with the full time as its title. */
export function Timestamp({ at, form = 'relative' }: MomentProps) {
  const format = { zone: useTimeZone(), locale: use(Locale) };
  useSyncExternalStore(subscribeToTicks, tick, tick);
  const date = new Date(at);
  return (
    // Server and browser clocks differ, so the first render may mismatch until the next tick.
    <time dateTime={at} suppressHydrationWarning title={absoluteTime(date, format)}>
      {(form === 'clock' ? clockTime : relativeTime)(date, new Date(), format)}
    </time>
  );
}
