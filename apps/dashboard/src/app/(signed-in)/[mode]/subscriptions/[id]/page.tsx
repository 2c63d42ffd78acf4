import { getTranslations } from 'next-intl/server';
import { getStatusLabels } from '#messages/status-labels.ts';
import { createDetailPage } from '#server/create-detail-page.tsx';
import { formatSubscriptionTitle } from '#subscriptions/format-subscription.ts';
import { SubscriptionPage } from '#subscriptions/subscription-page.tsx';

const { generateMetadata, Page } = createDetailPage({
  fetch: ({ subscriptions }, { id }: { id: string }) => subscriptions.get.fetch({ id }),
  getTitle: async (subscription) =>
    formatSubscriptionTitle(getStatusLabels(await getTranslations('status')), subscription),
  fetchRelated: ({ subscriptions }, { id }) => subscriptions.listInvoices.fetch({ id }),
  render: ({ id }) => <SubscriptionPage id={id} />,
});

export { generateMetadata };
export default Page;
