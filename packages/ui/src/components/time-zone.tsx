'use client';

import { createContext, use, useSyncExternalStore } from 'react';

const noSubscription = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const serverZone = () => 'UTC';

/** The IANA time zone that the viewer chose; null for that of their browser. */
export const TimeZone = createContext<string | null>(null);

/** The IANA time zone of the browser. The server renders UTC. */
export const useBrowserTimeZone = (): string =>
  useSyncExternalStore(noSubscription, browserZone, serverZone);

/** The IANA time zone in which the viewer reads times. */
export function useTimeZone(): string {
  const own = useBrowserTimeZone();
  return use(TimeZone) ?? own;
}
