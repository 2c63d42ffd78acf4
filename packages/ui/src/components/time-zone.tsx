'use client';

import { createContext, use, useSyncExternalStore } from 'react';

const noSubscription = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The IANA time zone that the viewer chose; null for that of their browser. */
export const TimeZone = createContext<string | null>(null);

/** The time zone that the browser had at an earlier request, in which the server renders. */
export const ServerTimeZone = createContext('UTC');

/** The IANA time zone of the browser. The server renders `ServerTimeZone`. */
export function useBrowserTimeZone(): string {
  const serverZone = use(ServerTimeZone);
  return useSyncExternalStore(noSubscription, browserZone, () => serverZone);
}

/** The IANA time zone in which the viewer reads times. */
export function useTimeZone(): string {
  const own = useBrowserTimeZone();
  return use(TimeZone) ?? own;
}
