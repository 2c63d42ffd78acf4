import styles from './table.module.css';

interface TableHeadProps {
  /** The word and the class of each column. */
  readonly columns: readonly (readonly [word: string, className: string | undefined])[];
}

export function TableHead({ columns }: TableHeadProps) {
  return (
    <thead className={styles.head}>
      <tr>
        {columns.map(([word, className]) => (
          <th className={className} key={word} scope="col">
            {word}
          </th>
        ))}
      </tr>
    </thead>
  );
}
