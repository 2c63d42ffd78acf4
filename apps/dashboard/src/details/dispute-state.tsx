import { useTranslations } from 'next-intl';

interface DisputeStateProps {
  /** As the provider names it. */
  readonly status: string;
  readonly reason: string | null;
}

/** The status of a dispute or inquiry in words, if there are any for it, and the reason that the payer's bank gave. */
export function DisputeState({ status, reason }: DisputeStateProps) {
  const t = useTranslations('status.dispute');
  const known = status as Parameters<typeof t.has>[0];
  return (
    <>
      {t.has(known) ? t(known) : <code>{status}</code>}
      {/* The provider's word, which may break at its underscores. */}
      {reason && <code className="small"> {reason.replaceAll('_', '_\u200b')}</code>}
    </>
  );
}
