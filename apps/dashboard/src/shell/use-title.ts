'use client';

import { useEffect } from 'react';

/** Keeps the title of the tab up to date with what the page shows. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
}
