import { getLocale } from 'next-intl/server';
import { getFilters, sessionsHref } from '#addresses/sessions.ts';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { getDecimalSign } from '#sessions/amount-fields.ts';
import { readSessionListView } from '#sessions/read-session-list-view.ts';
import { SessionList } from '#sessions/session-list.tsx';
import { sessionListInput } from '#sessions/session-list-input.ts';

export const generateMetadata = createMetadata((t) => t('sessionList.title'));

export default createListPage({
  readView: async (params) => readSessionListView(params, getDecimalSign(await getLocale())),
  // Amounts of the form are in major units.
  formFields: { min_amount: 'amount_from', max_amount: 'amount_to' },
  createInput: sessionListInput,
  fetch: ({ sessions, savedViews }, input) =>
    Promise.all([
      sessions.listOverviews.fetch(input),
      sessions.countByStatus.fetch(),
      savedViews.list.fetch(),
    ]),
  redirectTo(view, [page]) {
    const { older, newer } = view;
    // The first page has an address without a cursor, and there is no page after the last one.
    const isFirst = newer && !page.previous_cursor;
    const isPastEnd = (newer || older) && page.data.length === 0 && !page.next_cursor;
    return (isFirst || isPastEnd) && sessionsHref(getFilters(view));
  },
  render: (view, input) => <SessionList input={input} view={view} />,
});
