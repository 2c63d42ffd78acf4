import { money } from '@parley/ui/money';
import { getLocale, getTranslations } from 'next-intl/server';
import { getStatusLabels } from '#messages/status-labels.ts';
import { createDetailPage } from '#server/create-detail-page.tsx';
import { runtime } from '#server/runtime.ts';
import { createRelatedSessionsInput } from '#sessions/related-sessions-input.ts';
import { SessionPage } from '#sessions/session-page.tsx';
import { formatSessionTitle, isRecurring } from '#sessions/session-timeline.ts';

const { generateMetadata, Page } = createDetailPage({
  fetch: ({ sessions }, { id }: { id: string }) => sessions.getTimeline.fetch({ id }),
  async getTitle(timeline) {
    const labels = getStatusLabels(await getTranslations('status'));
    const locale = await getLocale();
    return formatSessionTitle(labels, (charge) => money(charge, locale), timeline);
  },
  fetchOptional: ({ attention, sessions, subscriptions }, { id }, timeline) =>
    Promise.all([
      attention.listSessionItems.fetch({ id }),
      sessions.listOverviews.fetch(createRelatedSessionsInput(timeline.session.buyer_reference)),
      isRecurring(timeline) && subscriptions.listBySession.fetch({ id }),
    ]),
  render: ({ id }) => <SessionPage apiUrl={runtime().apiUrl} id={id} />,
});

export { generateMetadata };
export default Page;
