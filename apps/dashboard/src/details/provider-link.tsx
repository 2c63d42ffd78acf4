'use client';

import type { Mode } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { type ReactNode, useContext } from 'react';
import { CopyId } from '#components/copy-id.tsx';
import { useMode } from '#person/person-context.tsx';
import { ProviderUrl } from './provider-url.tsx';

/** The first part of the paths of each kind of object, by the prefix of its id. */
const collections: Readonly<Record<string, string>> = {
  cus: 'customers',
  in: 'invoices',
  pi: 'payments',
  seti: 'setup_intents',
  sub: 'subscriptions',
};

/** The address of an object in the provider's own dashboard; null for an object without a page there. */
function getProviderObjectUrl(url: string, mode: Mode, id: string): string | null {
  const collection = collections[id.slice(0, id.indexOf('_'))];
  if (!collection) return null;
  return `${url}/${mode === 'test' ? 'test/' : ''}${collection}/${encodeURIComponent(id)}`;
}

interface ProviderLinkProps {
  /** The id of the object at the provider. */
  readonly id: string;
  readonly children: ReactNode;
}

/** A link to an object in the provider's own dashboard, in another tab. Renders nothing without a page there. */
export function ProviderLink({ id, children }: ProviderLinkProps) {
  const url = useContext(ProviderUrl);
  const mode = useMode();
  const href = url && getProviderObjectUrl(url, mode, id);
  if (!href) return null;
  return (
    <a className="min-target" href={href} rel="noreferrer" target="_blank">
      {children}
    </a>
  );
}

interface ProviderIdProps {
  readonly id: string;
  /** Name of the id, such as "payment id". */
  readonly label: string;
}

/** The id of an object at the provider, to copy, with a link to the object. */
export function ProviderId({ id, label }: ProviderIdProps) {
  const t = useTranslations('common');
  return (
    <>
      <CopyId id={id} label={label} />{' '}
      <ProviderLink id={id}>
        <span className="small">
          {t.rich('atProvider', { more: (text) => <span className="unseen">{text}</span> })}
        </span>
      </ProviderLink>
    </>
  );
}
