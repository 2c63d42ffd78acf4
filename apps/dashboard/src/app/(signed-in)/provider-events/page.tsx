import { hasPermission } from '@parley/router/permissions';
import { providerEventStatusLabels } from '@parley/ui/webhook-status';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Announcer } from '../../../form/announcer.tsx';
import { Choices } from '../../../list/choices.tsx';
import { Empty } from '../../../list/empty.tsx';
import { ListFrame } from '../../../list/list-frame.tsx';
import { Pages } from '../../../list/pages.tsx';
import { providerEventsHref, readProviderEventsAddress } from '../../../provider-events/address.ts';
import { EventList } from '../../../provider-events/event-list.tsx';
import { ask } from '../../../server/ask.ts';
import { requirePerson } from '../../../server/person.ts';
import { KeepFresh } from '../../../shell/keep-fresh.tsx';

export const metadata: Metadata = { title: 'Provider events' };

const PAGE = 25;
const REFRESH_SECONDS = 10;
const statuses = ['failed', 'parked'] as const;

export default async function ProviderEventsPage({ searchParams }: PageProps<'/provider-events'>) {
  const { status, older } = readProviderEventsAddress(await searchParams);
  const { role } = await requirePerson();
  const page = await ask((caller) =>
    caller.providerEvents.list({
      status,
      limit: PAGE,
      ...(older !== undefined && { cursor: older }),
    }),
  );
  if (older && page.data.length === 0) redirect(providerEventsHref(status));
  return (
    <ListFrame
      filter={
        <Choices
          choices={statuses.map((one) => ({
            word: providerEventStatusLabels[one].label,
            href: providerEventsHref(one),
            chosen: one === status,
          }))}
          label="Filter by status"
        />
      }
      lead="What the provider told us and we could not use. All else is applied by itself."
      title="Provider events"
    >
      <KeepFresh seconds={REFRESH_SECONDS} />
      <Announcer key={status}>
        {page.data.length > 0 ? (
          <>
            <p className="muted">{providerEventStatusLabels[status].explanation}</p>
            <EventList events={page.data} mayRetry={hasPermission(role, 'integrate')} />
          </>
        ) : (
          <Empty title={status === 'failed' ? 'Nothing waits for a person.' : 'Nothing is parked.'}>
            {providerEventStatusLabels[status].explanation.replace(
              /^It /,
              'An event comes here when it ',
            )}
          </Empty>
        )}
      </Announcer>
      <Pages
        ways={[
          older ? { word: 'Newest', href: providerEventsHref(status) } : null,
          page.next_cursor
            ? { word: 'Older', href: providerEventsHref(status, page.next_cursor) }
            : null,
        ]}
      />
    </ListFrame>
  );
}
