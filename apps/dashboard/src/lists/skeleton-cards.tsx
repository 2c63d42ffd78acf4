import styles from './skeleton-cards.module.css';

interface SkeletonCardsProps {
  /** Says what is loading, e.g. "Loading the team…". */
  readonly label: string;
  readonly count: number;
}

/** Cards that are still loading. */
export function SkeletonCards({ label, count }: SkeletonCardsProps) {
  return (
    <div aria-busy="true" className={styles.cards}>
      <p className="unseen" role="status">
        {label}
      </p>
      {Array.from({ length: count }, (_, index) => index).map((card) => (
        <div aria-hidden="true" className={`card ${styles.card}`} key={card}>
          <span className={styles.bar} />
          <span className={styles.bar} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  );
}
