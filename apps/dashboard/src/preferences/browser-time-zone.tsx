'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { BROWSER_TIME_ZONE_COOKIE } from '#request-headers.ts';
import { setBrowserSetting } from './browser-setting.ts';

/**
 * Stores the time zone of the browser for the server, and renders the page again after a change.
 * @param stored the zone with which the server rendered, as the cookie has it
 */
export function BrowserTimeZone({ stored }: { readonly stored: string }) {
  const { refresh } = useRouter();
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone === stored) return;
    setBrowserSetting(BROWSER_TIME_ZONE_COOKIE, zone);
    refresh();
  }, [stored, refresh]);
  return null;
}
