import type { Metadata } from 'next';
import Link from 'next/link';
import { Notice } from '../../../../shell/notice.tsx';
import { subscriptionsHref } from '../../../../subscriptions/address.ts';

export const metadata: Metadata = { title: 'Not found' };

export default function SubscriptionNotFound() {
  return (
    <Notice title="There is no subscription with this id">
      <p>It may belong to another merchant or to live mode, or its id was cut short.</p>
      <Link className="button" href={subscriptionsHref()}>
        Go to subscriptions
      </Link>
    </Notice>
  );
}
