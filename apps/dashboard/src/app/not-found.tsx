import type { Metadata } from 'next';
import Link from 'next/link';
import { MessagePage } from '#shell/message-page.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <MessagePage standalone title="Page not found">
      <p>The address may be incomplete, or the page has moved.</p>
      <Link className="button" href="/">
        Go to the overview
      </Link>
    </MessagePage>
  );
}
