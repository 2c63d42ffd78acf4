import type { Metadata } from 'next';
import Link from 'next/link';
import { Notice } from '../../../../shell/notice.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function SessionNotFound() {
  return (
    <Notice title="There is no session with this id">
      <p>It may belong to another merchant or to live mode, or its id was cut short.</p>
      <Link className="button" href="/sessions">
        Go to sessions
      </Link>
    </Notice>
  );
}
