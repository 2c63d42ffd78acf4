import { useTranslations } from 'next-intl';
import { formatText } from './format-text.tsx';
import type { Field } from './list-fields.ts';
import styles from './reference.module.css';

interface FieldsProps {
  readonly caption: string;
  readonly fields: readonly (Field & { readonly in?: 'path' | 'query' | 'header' })[];
}

/** The fields of a request or a response. */
export function Fields({ caption, fields }: FieldsProps) {
  const t = useTranslations('reference');
  if (fields.length === 0) return <p className="muted">{t('noFields')}</p>;
  return (
    <table className={styles.fields}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('type')}</th>
          <th scope="col">{t('description')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              <code>{field.name}</code>
              {field.in && <span className={styles.note}>{t(`in.${field.in}`)}</span>}
              {field.isRequired && <span className={styles.note}>{t('required')}</span>}
            </th>
            <td className={styles.type}>
              <span lang="en">{field.type}</span>
              {field.isNullable && <span className={styles.note}>{t('nullable')}</span>}
            </td>
            <td>
              <span lang="en">{formatText(field.description)}</span>
              {field.values.length > 0 && (
                <span className={styles.note}>
                  {t.rich('values', { values: () => <Values values={field.values} /> })}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Values({ values }: Pick<Field, 'values'>) {
  return values.map((value, index) => (
    <span key={value}>
      {index > 0 && ', '}
      <code>{value}</code>
    </span>
  ));
}
