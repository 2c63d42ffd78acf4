import { isMode } from '@parley/domain';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
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
  sessions: sessionsHref,
} as const;

/** Explains that the object of a detail page was not found. */
export default async function ObjectNotFound() {
  const t = await getTranslations('shell.objectNotFound');
  const [, first, noun = ''] = (await headers()).get(PATH_HEADER)?.split('/') ?? [];
  const list = noun === 'subscriptions' || noun === 'webhooks' ? noun : 'sessions';
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
