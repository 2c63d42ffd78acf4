import {
  readSubscriptionListView,
  subscriptionListInput,
  subscriptionsHref,
} from '#addresses/subscriptions.ts';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';
import { SubscriptionList } from '#subscriptions/subscription-list.tsx';

export const generateMetadata = createMetadata((t) => t('subscriptions.title'));

export default createListPage({
  readView: readSubscriptionListView,
  createInput: subscriptionListInput,
  fetch: ({ subscriptions }, input) => subscriptions.listOverviews.fetch(input),
  redirectTo: (view, page) =>
    view.older &&
    page.data.length === 0 &&
    !page.has_more &&
    subscriptionsHref({ ...view, older: undefined }),
  render: (view, input) => <SubscriptionList input={input} view={view} />,
});
