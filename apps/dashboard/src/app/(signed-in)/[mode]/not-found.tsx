import { isMode } from '@parley/domain';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
// Not that of #components: the layout then has the script that app/not-found.tsx needs, and it is loaded once.
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { eventsHref } from '#addresses/events.ts';
import { inMode } from '#addresses/mode-route.ts';
import { sessionsHref } from '#addresses/sessions.ts';
import { subscriptionsHref } from '#addresses/subscriptions.ts';
import { endpointsHref } from '#addresses/webhook-endpoints.ts';
import { MessagePage } from '#components/message-page.tsx';
import { PATH_HEADER } from '#request-headers.ts';
import { readLastMode } from '#server/mode.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell.notFound');
  return { title: t('tab') };
}

const lists = {
  subscriptions: subscriptionsHref(),
  webhooks: endpointsHref(),
  developers: eventsHref(),
  sessions: sessionsHref(),
} as const;

const names = Object.keys(lists) as (keyof typeof lists)[];

/** Explains that the object of a detail page was not found. */
export default async function ObjectNotFound() {
  const t = await getTranslations('shell.objectNotFound');
  const [, first, noun = ''] = (await headers()).get(PATH_HEADER)?.split('/') ?? [];
  const list = names.find((name) => name === noun) ?? 'sessions';
  const mode = isMode(first) ? first : await readLastMode();
  return (
    <MessagePage title={t(list)}>
      <p>
        {t(mode)}
        {list === 'webhooks' && ` ${t('deliveries')}`}
      </p>
      <Link className="button" href={inMode(mode, lists[list])}>
        {t(`${list}Link`)}
      </Link>
    </MessagePage>
  );
}
