'use client';

import { useTranslations } from 'next-intl';
import { type MouseEvent, useRef, useState } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { Button } from '#components/button.tsx';
import { showToast } from '#components/toast-store.ts';
import { useRoute } from '#person/person-context.tsx';
import type { CsvFile } from './read-csv.ts';

/**
 * A link to a CSV file. A click reads it in the page, which shows the progress and saves no part of a file whose
 * export breaks off. Without the script, the browser downloads it.
 */
export function ExportLink(props: { readonly href: Address }) {
  const href = useRoute(props.href);
  const t = useTranslations('common.export');
  /** The rows that were read so far; null while nothing is exported. */
  const [rows, setRows] = useState<number | null>(null);
  const running = useRef<AbortController>(null);

  async function save(event: MouseEvent<HTMLAnchorElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    // The first load of the page stays small.
    const { ExportRefused, readCsv } = await import('./read-csv.ts');
    try {
      const file = await readCsv(href, { signal: controller.signal, onProgress: setRows });
      download(file);
      showToast(t('done', { count: file.rows }));
    } catch (error) {
      if (controller.signal.aborted) showToast(t('stopped'));
      else if (error instanceof ExportRefused) showToast(t('refused', { reason: error.message }));
      else showToast(t('interrupted'));
    } finally {
      running.current = null;
      setRows(null);
    }
  }

  return (
    <>
      <span className={rows === null ? 'unseen' : 'muted'} role="status">
        {rows !== null && t('progress', { count: rows })}
      </span>
      {rows !== null && <Button onPress={() => running.current?.abort()}>{t('stop')}</Button>}
      <a
        aria-disabled={rows !== null || undefined}
        className="button"
        download
        href={href}
        onClick={save}
      >
        {t('trigger')}
      </a>
    </>
  );
}

/** Saves a file under its name. */
function download({ name, content }: CsvFile): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
