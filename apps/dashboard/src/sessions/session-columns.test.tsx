// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '#test/render.tsx';
import { SessionColumns, useColumnChoice } from './column-choice.ts';
import { ColumnMenu } from './column-menu.tsx';
import {
  defaultSessionColumns,
  getSessionColumns,
  SESSION_COLUMNS_COOKIE,
} from './session-columns.ts';

const refresh = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh }) }));

afterEach(cleanup);

it('reads the known columns of a cookie in the order of the list, with the items', () => {
  expect(getSessionColumns('reason,"><script>,status')).toEqual(['status', 'items', 'reason']);
  expect(getSessionColumns('nothing known')).toEqual(defaultSessionColumns);
  expect(getSessionColumns(undefined)).toEqual(defaultSessionColumns);
});

function Chooser() {
  const [columns, choose] = useColumnChoice();
  return <ColumnMenu columns={columns} onChange={choose} />;
}

it('stores the choice of a menu for the server, which renders with it', async () => {
  const set = vi.spyOn(document, 'cookie', 'set');
  render(
    <SessionColumns value={['status', 'items', 'created']}>
      <Chooser />
    </SessionColumns>,
  );
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  const item = screen.getByRole('menuitemcheckbox', { name: 'Currency' });
  expect(item.getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Items' })).toBeNull();
  await user.click(item);
  const [pair = ''] = set.mock.calls[0]?.[0].split(';') ?? [];
  const [name, value = ''] = pair.split('=');
  expect(name).toBe(SESSION_COLUMNS_COOKIE);
  expect(getSessionColumns(decodeURIComponent(value))).toEqual([
    'status',
    'currency',
    'items',
    'created',
  ]);
  expect(refresh).toHaveBeenCalledOnce();
});
