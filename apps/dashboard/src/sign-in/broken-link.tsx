import type { Route } from 'next';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { EntryPage } from './entry-page.tsx';

interface BrokenLinkProps {
  /** Where to get another link. */
  readonly retry: { readonly href: Route; readonly label: string };
}

/** The page of a link from an email that does not work any more. */
export function BrokenLink({ retry }: BrokenLinkProps) {
  const t = useTranslations('signIn.brokenLink');
  return (
    <EntryPage
      lead={t('lead')}
      links={<Link href={retry.href}>{retry.label}</Link>}
      title={t('title')}
    />
  );
}

/** The token of a link; empty if the address has none. */
export function readToken(token: string | readonly string[] | undefined): string {
  return typeof token === 'string' ? token.slice(0, 100) : '';
}
