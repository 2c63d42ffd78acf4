'use client';

import { useSyncExternalStore } from 'react';
import { absoluteTime, clockTime, relativeTime } from '../time.ts';

const TICK_MS = 10_000;

const tick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;
const everyTick = (changed: () => void) => {
  const timer = setInterval(changed, TICK_MS);
  return () => clearInterval(timer);
};
const never = () => () => {};
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const zoneOfServer = () => 'UTC';

interface MomentProps {
  /** RFC 3339. */
  readonly at: string;
  /** How far away it is, or the time of day. */
  readonly form?: 'relative' | 'clock';
}

/** A moment in the viewer's zone, in full on hover. */
export function Timestamp({ at, form = 'relative' }: MomentProps) {
  const zone = useSyncExternalStore(never, zoneHere, zoneOfServer);
  useSyncExternalStore(everyTick, tick, tick);
  const moment = new Date(at);
  return (
    // The server's clock is a little behind the browser's: the next tick mends it.
    <time dateTime={at} suppressHydrationWarning title={absoluteTime(moment, zone)}>
      {(form === 'clock' ? clockTime : relativeTime)(moment, new Date(), zone)}
    </time>
  );
}
