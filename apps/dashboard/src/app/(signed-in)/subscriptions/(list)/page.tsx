import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Empty } from '../../../../list/empty.tsx';
import { ListFrame } from '../../../../list/list-frame.tsx';
import { Pages } from '../../../../list/pages.tsx';
import { ask } from '../../../../server/ask.ts';
import { KeepFresh } from '../../../../shell/keep-fresh.tsx';
import { readSubscriptionsAddress, subscriptionsHref } from '../../../../subscriptions/address.ts';
import { SubscriptionTable } from '../../../../subscriptions/subscription-table.tsx';

export const metadata: Metadata = { title: 'Subscriptions' };

const PAGE = 25;
const REFRESH_SECONDS = 10;

export default async function SubscriptionsPage({ searchParams }: PageProps<'/subscriptions'>) {
  const { older } = readSubscriptionsAddress(await searchParams);
  const page = await ask((caller) =>
    caller.subscriptions.list({ limit: PAGE, ...(older !== undefined && { cursor: older }) }),
  );
  if (older && page.data.length === 0) redirect(subscriptionsHref());
  return (
    <ListFrame title="Subscriptions">
      <KeepFresh seconds={REFRESH_SECONDS} />
      {page.data.length > 0 ? (
        <SubscriptionTable subscriptions={page.data} />
      ) : (
        <Empty title="No subscriptions yet.">
          A subscription comes here when a session that asks for one is paid, or begins its trial.
          It is then kept up to date with the provider.
        </Empty>
      )}
      <Pages
        ways={[
          older ? { word: 'Newest', href: subscriptionsHref() } : null,
          page.next_cursor ? { word: 'Older', href: subscriptionsHref(page.next_cursor) } : null,
        ]}
      />
    </ListFrame>
  );
}
