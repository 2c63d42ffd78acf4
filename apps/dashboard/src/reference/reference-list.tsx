import { useTranslations } from 'next-intl';
import { operationHref } from '#addresses/reference.ts';
import { Link } from '#components/link.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { readReference } from './read-reference.ts';
import styles from './reference.module.css';

interface ReferenceListProps {
  /** The origin of the API. */
  readonly apiUrl: string;
  /** The URL of the documentation; null without one. */
  readonly docsUrl: string | null;
}

/** All operations of the API. */
export function ReferenceList({ apiUrl, docsUrl }: ReferenceListProps) {
  const t = useTranslations('reference');
  const document = new URL('/v1/openapi.json', apiUrl).href;
  return (
    <ListPage
      lead={
        <>
          {t.rich('lead', { link: (text) => <a href={document}>{text}</a> })}{' '}
          {docsUrl !== null && <a href={docsUrl}>{t('documentation')}</a>}
        </>
      }
      title={t('title')}
    >
      <div className={styles.groups}>
        {readReference().map(({ name, description, operations }) => (
          <section aria-labelledby={name} className={styles.group} key={name} lang="en">
            <h2 id={name}>{name}</h2>
            <p className="muted">{description}</p>
            <ul className={styles.operations}>
              {operations.map(({ id, method, path, summary }) => (
                <li className={styles.operation} key={id}>
                  <span className={styles.method}>{method}</span>
                  <Link href={operationHref(id)} prefetch={false}>
                    <code>{path}</code>
                  </Link>
                  <span className="muted">{summary}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </ListPage>
  );
}
