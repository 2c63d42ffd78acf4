import { useTranslations } from 'next-intl';
import { CopyId } from '#components/copy-id.tsx';
import type { Attempt } from './session-timeline.ts';

interface CartConfirmationsProps {
  readonly attempts: readonly Attempt[];
  readonly version: number;
}

/** The attempts whose provider objects confirmed a version of the cart. Renders nothing without any. */
export function CartConfirmations({ attempts, version }: CartConfirmationsProps) {
  const t = useTranslations('sessionPage');
  return attempts
    .filter((attempt) => attempt.provider_confirmed_cart_version === version)
    .map(({ id, attempt_number: number, provider_root_object_id: object }) => (
      <span className="muted" key={id}>
        {t('cart.confirmed', { number })}
        {object && (
          <>
            {' '}
            <CopyId id={object} label={t('attempts.objectId')} />
          </>
        )}
      </span>
    ));
}
