// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type SessionListView, sessionsHref } from '#addresses/sessions.ts';
import { FilterBar } from '#lists/filter-bar.tsx';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';
import { SessionList } from './session-list.tsx';
import { sessionListInput } from './session-list-input.ts';

const push = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const session = {
  id: 'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
  status: 'paid',
  actionable_next_step: 'provision',
  payment_status: 'paid',
  buyer_reference: 'customer_8412',
  cart_summary: { first_item: '2 × Coffee', more_items: 1 },
  final: { amount_minor: 4200, currency: 'eur' },
  created_at: '2026-11-20T12:00:00.000Z',
};
const counts = [
  { status: 'paid', count: 10_000, has_more: true },
  { status: 'payment_conflicted', count: 3, has_more: false },
];

const views = [
  { name: 'Large in euros', filters: { status: ['paid'], currency: 'eur', amount_from: 100_000 } },
  { name: 'Expired', filters: { status: ['expired'] } },
];

function procedures(page: object, more: Procedures = {}): Procedures {
  return {
    'sessions.listOverviews': async () => ({
      data: [session],
      has_more: false,
      next_cursor: null,
      previous_cursor: null,
      examined_to: null,
      ...page,
    }),
    'sessions.countByStatus': async () => counts,
    'savedViews.list': async () => ({ views }),
    ...more,
  };
}

const getList = (view: SessionListView) => (
  <SessionList input={sessionListInput(view, 'UTC')} view={view} />
);

const links = (navigation: string) =>
  within(screen.getByRole('navigation', { name: navigation }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

/** The code that reads the form loads with the first use. */
const expectPush = (address: string) =>
  vi.waitFor(() => expect(push).toHaveBeenLastCalledWith(address));
const expectMessage = (field: HTMLInputElement, message: string) =>
  vi.waitFor(() => expect(field.validationMessage).toBe(message));

describe('SessionList', () => {
  it('requests the page and the status of its address', async () => {
    const list = vi.fn(procedures({})['sessions.listOverviews']);
    await renderPage(getList({ status: ['paid'], newer: 'abc' }), {
      procedures: procedures({}, { 'sessions.listOverviews': list }),
    });
    expect(list).toHaveBeenCalledWith({
      limit: 25,
      status: ['paid'],
      cursor: 'abc',
      direction: 'previous',
    });
  });

  it('links each row to its session', async () => {
    await renderPage(getList({}), { procedures: procedures({}) });
    const row = screen.getByRole('link', { name: '2 × Coffee + 1 more' });
    expect(row.getAttribute('href')).toBe(`/test/sessions/${session.id}`);
  });

  it('filters by what needs attention and by the statuses that exist', async () => {
    await renderPage(getList({ status: ['paid'] }), { procedures: procedures({}) });
    expect(links('Filter by status')).toEqual([
      ['All 10,000+', '/test/sessions'],
      ['Needs attention', '/test/sessions?attention=true'],
      ['Paid 10,000+', '/test/sessions?status=paid'],
      ['Conflict 3', '/test/sessions?status=payment_conflicted'],
    ]);
    const selected = screen.getByRole('link', { current: true });
    expect(selected.textContent).toBe('Paid 10,000+');
  });

  it('links to the adjacent pages under the same filter', async () => {
    await renderPage(getList({ status: ['paid'], older: 'b' }), {
      procedures: procedures({ next_cursor: 'c', previous_cursor: 'a' }),
    });
    expect(links('Pages')).toEqual([
      ['Newer', '/test/sessions?status=paid&newer=a'],
      ['Older', '/test/sessions?status=paid&older=c'],
    ]);
  });

  it('has no pagination if everything fits on a page', async () => {
    await renderPage(getList({}), { procedures: procedures({}) });
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it.each([
    [{ status: ['expired'] } as const, 'No sessions with the status “Expired”.'],
    [{ status: ['expired'], currency: 'eur' } as const, 'No matching sessions.'],
    [{ attention: 'true' } as const, 'No sessions need attention.'],
    [{ attention: 'true', status: ['expired'] } as const, 'No matching sessions.'],
    [{ search: 'pi_1' }, 'No session has this id or buyer reference.'],
    [{}, 'No sessions yet.'],
  ])('explains that the list of %o is empty', async (view, title) => {
    await renderPage(getList(view), { procedures: procedures({ data: [] }) });
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('opens the address with the filters of the form, and keeps them for another status', async () => {
    await renderPage(getList({ status: ['paid'], currency: 'eur', older: 'b' }), {
      procedures: procedures({}),
    });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Expired' }));
    await userEvent.type(screen.getByLabelText('Amount from'), '1,234.5');
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await expectPush('/test/sessions?status=paid&status=expired&currency=eur&amount_from=123450');
    // The counts are those of all sessions, not of the filter.
    expect(links('Filter by status')).toEqual([
      ['All', '/test/sessions?currency=eur'],
      ['Needs attention', '/test/sessions?currency=eur&attention=true'],
      ['Paid', '/test/sessions?currency=eur&status=paid'],
      ['Conflict', '/test/sessions?currency=eur&status=payment_conflicted'],
    ]);
    const clear = screen.getByRole('link', { name: 'Clear all' });
    expect(clear.getAttribute('href')).toBe('/test/sessions');
  });

  it('opens no address for a range that ends before its start', async () => {
    push.mockClear();
    await renderPage(getList({ currency: 'eur', amount_from: '20000' }), {
      procedures: procedures({}),
    });
    const amountFrom = screen.getByLabelText<HTMLInputElement>('Amount from');
    expect(amountFrom.value).toBe('200.00');
    const amountTo = screen.getByLabelText<HTMLInputElement>('Amount to');
    await userEvent.type(amountTo, 'hundred');
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await expectMessage(amountTo, 'Enter an amount, such as 12.50.');
    await userEvent.clear(amountTo);
    await userEvent.type(amountTo, '100');
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await expectMessage(amountTo, 'Enter at least 200.00.');
    expect(push).not.toHaveBeenCalled();
    await userEvent.type(amountTo, '0');
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await expectPush('/test/sessions?currency=eur&amount_from=20000&amount_to=100000');
    const currency = screen.getByLabelText<HTMLInputElement>('Currency');
    await userEvent.clear(currency);
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await expectMessage(currency, 'Enter the currency of the amounts, such as EUR.');
    await userEvent.type(currency, 'jpy');
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await expectMessage(amountFrom, 'Enter an amount, such as 1250.');
  });

  it('keeps amounts in minor units when a currency is added to an address without one', async () => {
    await renderPage(getList({ amount_from: '4200' }), { procedures: procedures({}) });
    expect(
      screen.getByText(/^Amounts are in minor units of each session’s currency/),
    ).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Amount from').value).toBe('4200');
    await userEvent.type(screen.getByLabelText('Currency'), 'eur');
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await expectPush('/test/sessions?currency=eur&amount_from=4200');
  });

  it('finds a session by an id and shows where a page without a match ended', async () => {
    await renderPage(getList({ currency: 'jpy' }), {
      procedures: procedures({
        data: [],
        next_cursor: 'c',
        examined_to: '2026-11-20T12:00:00.000Z',
      }),
    });
    expect(screen.getByText('No matching sessions on this page.')).toBeDefined();
    expect(screen.getByText(/Searched sessions back to/)).toBeDefined();
    expect(links('Pages')).toEqual([['Older', '/test/sessions?currency=jpy&older=c']]);
    await userEvent.type(screen.getByRole('searchbox'), ' pi_1 ');
    await userEvent.click(screen.getByRole('button', { name: 'Find' }));
    await expectPush('/test/sessions?search=pi_1');
  });

  it('creates a test session and updates the list', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const list = vi.fn(procedures({})['sessions.listOverviews']);
    const createTest = async () => ({ id: 'psess_2', handoff_url: 'http://pay.example/psess_2' });
    await renderPage(getList({}), {
      procedures: procedures(
        {},
        { 'sessions.listOverviews': list, 'sessions.createTest': createTest },
      ),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Create test session' }));
    const session = await screen.findByRole('link', { name: 'View session' });
    expect(session.getAttribute('href')).toBe('/test/sessions/psess_2');
    const payerPage = screen.getByRole('link', { name: 'open its payer page' });
    expect(payerPage.getAttribute('href')).toBe('http://pay.example/psess_2');
    expect(list).toHaveBeenCalledTimes(2);
  });

  it('shows why no test session was created', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const error = rpcError({ message: 'This merchant has no publishable key yet.' });
    await renderPage(getList({}), {
      procedures: procedures({}, { 'sessions.createTest': () => Promise.reject(error) }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Create test session' }));
    const message = await screen.findByText(/^No session was created\./);
    expect(message.textContent).toContain('This merchant has no publishable key yet. req_1');
  });

  it('offers no test session to a person without permission', async () => {
    await renderPage(getList({}), { procedures: procedures({}), role: 'viewer' });
    expect(screen.queryByRole('button', { name: 'Create test session' })).toBeNull();
  });

  it('links to the saved views, and deletes the one that is open', async () => {
    const remove = vi.fn(async () => ({ name: 'Expired' }));
    await renderPage(getList({ status: ['expired'] }), {
      procedures: procedures({}, { 'savedViews.delete': remove }),
    });
    expect(links('Saved views')).toEqual([
      ['Large in euros', '/test/sessions?status=paid&currency=eur&amount_from=100000'],
      ['Expired', '/test/sessions?status=expired'],
    ]);
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Delete view' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('heading').textContent).toBe('Delete the view “Expired”?');
    expect(remove).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete view' }));
    expect(remove).toHaveBeenCalledWith({ name: 'Expired' });
  });

  it('deletes a view whose values an address no longer has', async () => {
    const old = { status: ['expired', 'paid'], amount_from: 500, amount_to: 100 };
    await renderPage(getList({ status: ['paid', 'expired'], amount_from: '500' }), {
      procedures: procedures(
        {},
        { 'savedViews.list': async () => ({ views: [{ name: 'Old', filters: old }] }) },
      ),
    });
    expect(links('Saved views')).toEqual([
      ['Old', '/test/sessions?status=paid&status=expired&amount_from=500'],
    ]);
    expect(screen.getByRole('button', { name: 'Delete view' })).toBeDefined();
  });

  it('leaves the form to the browser if what reads it cannot be loaded', async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    await renderPage(
      <FilterBar
        address={sessionsHref()}
        count={1}
        select={() => Promise.reject(new TypeError('Failed to fetch'))}
        unfiltered={sessionsHref()}
      >
        <input aria-label="Buyer" name="buyer" />
      </FilterBar>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
  });

  it('saves the filters without the buyer and the searched id', async () => {
    const save = vi.fn(async () => ({ name: 'Yen', filters: {} }));
    await renderPage(
      getList({ currency: 'jpy', amount_to: '5000', buyer: 'ada', search: 'pi_1' }),
      {
        procedures: procedures({}, { 'savedViews.save': save }),
      },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Name'), ' Yen ');
    await userEvent.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(save).toHaveBeenCalledWith({
      name: 'Yen',
      filters: { currency: 'jpy', amount_to: 5_000 },
    });
  });
});
