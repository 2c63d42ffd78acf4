import { isMode } from '@parley/domain';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { eventsHref } from '#events/search-params.ts';
import { PATH_HEADER } from '#request-headers.ts';
import { lastMode } from '#server/mode.ts';
import { sessionsHref } from '#sessions/search-params.ts';
import { MessagePage } from '#shell/message-page.tsx';
import { subscriptionsHref } from '#subscriptions/search-params.ts';
import { endpointsHref } from '#webhook-endpoints/search-params.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell.notFound');
  return { title: t('tab') };
}

const lists = {
  subscriptions: subscriptionsHref,
  webhooks: endpointsHref,
  developers: eventsHref,
  sessions: sessionsHref,
} as const;

const names = Object.keys(lists) as (keyof typeof lists)[];

/** Explains that the object of a detail page was not found. */
export default async function ObjectNotFound() {
  const t = await getTranslations('shell.objectNotFound');
  const [, first, noun = ''] = (await headers()).get(PATH_HEADER)?.split('/') ?? [];
  const list = names.find((name) => name === noun) ?? 'sessions';
  const mode = isMode(first) ? first : await lastMode();
  return (
    <MessagePage title={t(list)}>
      <p>
        {t(mode)}
        {list === 'webhooks' && ` ${t('deliveries')}`}
      </p>
      <Link className="button" href={lists[list](mode)}>
        {t(`${list}Link`)}
      </Link>
    </MessagePage>
  );
}
