import type { Metadata } from 'next';
import Link from 'next/link';
import { Notice } from '../../../../shell/notice.tsx';
import { endpointsHref } from '../../../../webhooks/address.ts';

export const metadata: Metadata = { title: 'Not found' };

export default function EndpointNotFound() {
  return (
    <Notice title="There is no endpoint or delivery with this id">
      <p>
        It may belong to another merchant or to live mode, its id was cut short, or the delivery is
        older than 30 days.
      </p>
      <Link className="button" href={endpointsHref()}>
        Go to webhooks
      </Link>
    </Notice>
  );
}
