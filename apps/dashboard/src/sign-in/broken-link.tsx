import type { Route } from 'next';
import Link from 'next/link';
import { EntryPage } from './entry-page.tsx';

interface BrokenLinkProps {
  /** Where to get another link. */
  readonly retry: { readonly href: Route; readonly label: string };
}

/** The page of a link from an email that does not work any more. */
export function BrokenLink({ retry }: BrokenLinkProps) {
  return (
    <EntryPage
      lead="It may have expired, been used, or been replaced by a newer one."
      links={<Link href={retry.href}>{retry.label}</Link>}
      title="This link does not work"
    />
  );
}

/** The token of a link; empty if the address has none. */
export function readToken(token: string | readonly string[] | undefined): string {
  return typeof token === 'string' ? token.slice(0, 100) : '';
}
