'use client';

import { getHelpUrl } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { useContext } from 'react';
import { unseen } from '#components/unseen.tsx';
import { DocsUrl } from './docs-url.tsx';

/** A link to the documentation of an error code, in another tab. Renders nothing without documentation. */
export function HelpLink({ code }: { readonly code: string }) {
  const t = useTranslations('common');
  const docsUrl = useContext(DocsUrl);
  if (docsUrl === null) return null;
  return (
    <a
      className="small min-target"
      href={getHelpUrl(docsUrl, code)}
      rel="noreferrer"
      target="_blank"
    >
      {t.rich('help', { code, unseen })}
    </a>
  );
}
