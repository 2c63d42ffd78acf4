import { useTranslations } from 'next-intl';
import details from './detail-page.module.css';
import { Columns } from './detail-page.tsx';
import styles from './detail-skeleton.module.css';

/** A detail page that is still loading, with the layout that it will have. */
export function DetailSkeleton() {
  const t = useTranslations('common');
  return (
    <div aria-busy="true">
      <p className="unseen" role="status">
        {t('loadingPage')}
      </p>
      <div aria-hidden="true">
        <div className={details.headline}>
          <Bar size="breadcrumb" />
          <Bar size="title" />
          <Bar size="line" />
        </div>
        <Columns
          main={
            <>
              <Block lines={3} />
              <Block lines={9} />
            </>
          }
          side={<Block lines={9} />}
        />
      </div>
    </div>
  );
}

const Bar = ({ size }: { readonly size: string }) => (
  <span className={styles.space} data-size={size}>
    <span className={styles.bar} />
  </span>
);

/** A section or the facts. */
const Block = ({ lines }: { readonly lines: number }) => (
  <div className={`card ${styles.block}`}>
    {Array.from({ length: lines }, (_, line) => (
      <span className={styles.bar} key={line} />
    ))}
  </div>
);
