'use client';

import { getHelpUrl } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { useContext } from 'react';
import { unseen } from '#components/unseen.tsx';
import { DocsUrl } from './docs-url.tsx';

/** A link to the documentation of an error code, in another tab. Renders nothing without documentation. */
export function HelpLink({ code }: { readonly code: string }) {
  return <DocsLink getUrl={(docsUrl) => getHelpUrl(docsUrl, code)} topic={code} />;
}

/** A link to what a receiver of webhooks has to respond. Renders nothing without documentation. */
export function WebhookHelpLink() {
  return <DocsLink getUrl={(docsUrl) => `${docsUrl}/guides/webhooks/#respond`} topic="Webhooks" />;
}

interface DocsLinkProps {
  readonly getUrl: (docsUrl: string) => string;
  /** What the page is about, for screen readers. */
  readonly topic: string;
}

function DocsLink({ getUrl, topic }: DocsLinkProps) {
  const t = useTranslations('common');
  const docsUrl = useContext(DocsUrl);
  if (docsUrl === null) return null;
  return (
    <a className="small min-target" href={getUrl(docsUrl)} rel="noreferrer" target="_blank">
      {t.rich('help', { topic, unseen })}
    </a>
  );
}
