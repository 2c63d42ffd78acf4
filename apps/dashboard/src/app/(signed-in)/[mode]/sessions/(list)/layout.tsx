import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { SessionColumns } from '#sessions/column-choice.ts';
import { getSessionColumns, SESSION_COLUMNS_COOKIE } from '#sessions/session-columns.ts';

/** The list with the columns that this browser chose, the same while it loads. */
export default async function SessionListLayout({ children }: { readonly children: ReactNode }) {
  const chosen = (await cookies()).get(SESSION_COLUMNS_COOKIE)?.value;
  return <SessionColumns value={getSessionColumns(chosen)}>{children}</SessionColumns>;
}
