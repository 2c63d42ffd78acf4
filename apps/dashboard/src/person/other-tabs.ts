'use client';

import { useEffect } from 'react';
import { signInHref } from '#addresses/return-path.ts';

/** Messages to the other tabs of this browser: the merchant that a tab shows, or null without a sign-in. */
const CHANNEL = 'merchant';

/**
 * Opens the start page in tabs that show another merchant than this one, and the sign-in page in this tab
 * once the browser is signed out. Calls of other tabs would still act for the merchant that they show, but
 * the pages that they open next would not.
 */
export function useSameMerchantInAllTabs(merchantId: string): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }) => {
      const { pathname, search } = window.location;
      if (data === null) window.location.assign(signInHref(pathname + search));
      else if (data !== merchantId) window.location.assign('/');
    });
    channel.postMessage(merchantId);
    return () => channel.close();
  }, [merchantId]);
}

/** Opens the sign-in page in all tabs, which would go on to show data of the person who signed out. */
export function SignedOutInAllTabs(): null {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage(null);
    return () => channel.close();
  }, []);
  return null;
}
