import { expect, test } from 'vitest';
import { at, attemptRow, merchantRows, migrateRows, sessionRow } from '../../test/migrate-rows.ts';

/** The current attempt of a session. */
const current = (session: number, change: object = {}) =>
  attemptRow(session, session, { is_current: true, root_created_by: 'merchant', ...change });

test('sessions that are closed already are closed since their last change', async () => {
  const rows = [
    ...merchantRows,
    sessionRow(1, { status: 'expired' }),
    current(1),
    sessionRow(2, { status: 'canceled' }),
    current(2, { status: 'attached' }),
    sessionRow(3),
    current(3),
  ];
  await migrateRows('20261122162519_retention', rows, async (select) => {
    expect(await select('SELECT id, closed_at FROM proxy_session ORDER BY id')).toEqual([
      ['psess_1', new Date(at)],
      ['psess_2', null],
      ['psess_3', null],
    ]);
  });
});
