import { useTranslations } from 'next-intl';
import { switchMerchant } from '#merchants/switch-merchant.ts';
import { SignOutForm } from '#sign-in/sign-out-form.tsx';
import styles from './second-factor.module.css';

interface OtherMerchantsProps {
  /** All merchants of the person. */
  readonly merchants: readonly { readonly id: string; readonly name: string }[];
}

/** Other merchants and a sign-out, for someone who cannot set up the second factor that a merchant requires. */
export function OtherMerchants({ merchants }: OtherMerchantsProps) {
  const t = useTranslations('secondFactor');
  return (
    <div className={styles.column}>
      {merchants.length > 1 && (
        <form action={switchMerchant} className={styles.column}>
          <p>{t('otherMerchants')}</p>
          {merchants.map(({ id, name }) => (
            <button className="button" key={id} name="merchant" type="submit" value={id}>
              {name}
            </button>
          ))}
        </form>
      )}
      <SignOutForm />
    </div>
  );
}
