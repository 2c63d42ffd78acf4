import type { Metadata } from 'next';
import Link from 'next/link';
import { Notice } from '../shell/notice.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <Notice alone title="There is no such page">
      <p>The address may have been cut short, or the page has moved.</p>
      <Link className="button" href="/sessions">
        Go to sessions
      </Link>
    </Notice>
  );
}
