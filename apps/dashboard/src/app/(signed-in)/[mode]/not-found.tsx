import { isMode } from '@parley/domain';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { PATH_HEADER } from '#request-headers.ts';
import { lastMode } from '#server/mode.ts';
import { sessionsHref } from '#sessions/search-params.ts';
import { MessagePage } from '#shell/message-page.tsx';
import { subscriptionsHref } from '#subscriptions/search-params.ts';
import { endpointsHref } from '#webhook-endpoints/search-params.ts';

export const metadata: Metadata = { title: 'Not found' };

const missing = {
  subscriptions: {
    title: 'There is no subscription with this id',
    href: subscriptionsHref,
    label: 'Go to subscriptions',
  },
  webhooks: {
    title: 'There is no endpoint or delivery with this id',
    href: endpointsHref,
    label: 'Go to webhooks',
  },
  sessions: {
    title: 'There is no session with this id',
    href: sessionsHref,
    label: 'Go to sessions',
  },
} as const;

/** Explains that the object of a detail page was not found. */
export default async function ObjectNotFound() {
  const [, first, noun = ''] = (await headers()).get(PATH_HEADER)?.split('/') ?? [];
  const { title, href, label } =
    noun === 'subscriptions' || noun === 'webhooks' ? missing[noun] : missing.sessions;
  const mode = isMode(first) ? first : await lastMode();
  return (
    <MessagePage title={title}>
      <p>
        It may belong to another merchant or to {mode === 'test' ? 'live' : 'test'} mode, or the id
        is incomplete.
        {noun === 'webhooks' && ' Deliveries are deleted after 30 days.'}
      </p>
      <Link className="button" href={href(mode)}>
        {label}
      </Link>
    </MessagePage>
  );
}
