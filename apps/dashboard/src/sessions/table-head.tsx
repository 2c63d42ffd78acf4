import styles from './session-table.module.css';

export function TableHead() {
  return (
    <thead className={styles.head}>
      <tr>
        <th className={styles.status} scope="col">
          Status
        </th>
        <th className={styles.amount} scope="col">
          Amount
        </th>
        <th className={styles.bought} scope="col">
          Bought
        </th>
        <th className={styles.buyer} scope="col">
          Buyer
        </th>
        <th className={styles.id} scope="col">
          Session
        </th>
        <th className={styles.created} scope="col">
          Created
        </th>
        <th className={styles.step} scope="col">
          Next step
        </th>
      </tr>
    </thead>
  );
}
