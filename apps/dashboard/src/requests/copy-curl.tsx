'use client';

import { showToast } from '#components/toast-store.ts';
import { type CurlRequest, formatCurl } from './format-curl.ts';

interface CopyCurlProps {
  /** The origin of the API. */
  readonly apiUrl: string;
  readonly request: CurlRequest;
}

/** Copies a request as a command for a shell, without the key. */
export function CopyCurl({ apiUrl, request }: CopyCurlProps) {
  const command = formatCurl(apiUrl, request);

  async function copy() {
    const redacted = command.includes('[redacted]');
    const next = redacted ? ' Replace the values that say [redacted].' : '';
    const key = `Set PARLEY_${request.keyKind.toUpperCase()}_KEY before you run it.`;
    await navigator.clipboard.writeText(command).then(
      () => showToast(`The command was copied. ${key}${next}`),
      () => showToast('The browser did not allow copying.'),
    );
  }

  return (
    <button className="button" onClick={copy} type="button">
      Copy as curl
    </button>
  );
}
