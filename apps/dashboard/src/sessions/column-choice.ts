'use client';

import { useRouter } from 'next/navigation';
import { createContext, startTransition, use, useOptimistic } from 'react';
import { setBrowserSetting } from '#preferences/browser-setting.ts';
import {
  defaultSessionColumns,
  SESSION_COLUMNS_COOKIE,
  type SessionColumn,
} from './session-columns.ts';

/** The columns of the session list that the person chose in this browser. */
export const SessionColumns = createContext(defaultSessionColumns);

/** The chosen columns, and what changes them. The server renders the list with the choice. */
export function useColumnChoice() {
  const router = useRouter();
  const [columns, setColumns] = useOptimistic(use(SessionColumns));

  function choose(chosen: readonly SessionColumn[]) {
    setBrowserSetting(SESSION_COLUMNS_COOKIE, chosen.join(','));
    startTransition(() => {
      setColumns(chosen);
      router.refresh();
    });
  }

  return [columns, choose] as const;
}
