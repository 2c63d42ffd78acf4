import styles from './overview-page.module.css';

/** The figures while they load, with about the size that they will have. */
export function FiguresLoading() {
  return (
    <div aria-busy="true" className={styles.loading}>
      <p className="unseen" role="status">
        Loading figures
      </p>
      <div className={`card ${styles.placeholder}`} />
      <div className={styles.columns}>
        <div className={`card ${styles.placeholder}`} />
        <div className={`card ${styles.placeholder}`} />
      </div>
    </div>
  );
}
