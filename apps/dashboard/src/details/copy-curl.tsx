'use client';

import { type CurlRequest, formatCurl } from '@parley/ui/format-curl';
import { useTranslations } from 'next-intl';
import { showToast } from '#components/toast-store.ts';

interface CopyCurlProps {
  /** The origin of the API. */
  readonly apiUrl: string;
  readonly request: CurlRequest;
}

/** Copies a request as a command for a shell, without the key. */
export function CopyCurl({ apiUrl, request }: CopyCurlProps) {
  const t = useTranslations('requests');
  const command = formatCurl(apiUrl, request);

  async function copy() {
    const variable = `PARLEY_${request.keyKind.toUpperCase()}_KEY`;
    const isRedacted = command.includes('[redacted]');
    await navigator.clipboard.writeText(command).then(
      () => showToast(t(isRedacted ? 'curl.copiedRedacted' : 'curl.copied', { variable })),
      () => showToast(t('curl.notCopied')),
    );
  }

  return (
    <button className="button" onClick={copy} type="button">
      {t('curl.copy')}
    </button>
  );
}
