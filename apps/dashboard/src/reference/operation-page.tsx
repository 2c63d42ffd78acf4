import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { referenceHref } from '#addresses/reference.ts';
import { Link } from '#components/link.tsx';
import { CopyCurl } from '#details/copy-curl.tsx';
import { RawText, Section } from '#details/detail-page.tsx';
import { HelpLink } from '#details/help-link.tsx';
import { Fields } from './fields.tsx';
import { formatText } from './format-text.tsx';
import type { OperationReference } from './read-reference.ts';
import styles from './reference.module.css';

interface OperationPageProps {
  /** The origin of the API. */
  readonly apiUrl: string;
  readonly operation: OperationReference;
}

/** How to call an operation of the API, and what it returns. */
export function OperationPage({ apiUrl, operation }: OperationPageProps) {
  const t = useTranslations('reference');
  const common = useTranslations('common');
  const { method, path, summary, description, parameters, body, response, errors } = operation;
  const scope = () => <code>{operation.scope}</code>;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <nav aria-label={common('breadcrumb')}>
          <Link href={referenceHref}>{t('title')}</Link>
        </nav>
        <h1 lang="en">{summary}</h1>
        <p className={styles.line}>
          <span className={styles.method}>{method}</span> <code>{path}</code>
        </p>
        <p lang="en">{formatText(description)}</p>
        <p className="muted">
          {t('key')}: {t.rich(operation.isPublic ? 'publishableKey' : 'secretKey', { scope })}
        </p>
        {operation.isExtension && (
          <p className="muted">
            <strong>{t('extension')}.</strong> {t('extensionHint')}
          </p>
        )}
        <CopyCurl
          apiUrl={apiUrl}
          request={{
            method,
            path: encodeURI(path).replaceAll(/%7B(\w+)%7D/g, ':$1'),
            ...(body && { body: body.example }),
            keyKind: 'secret',
          }}
        />
      </header>
      {parameters.length > 0 && (
        <Section title={t('parameters')}>
          <Fields caption={t('parameters')} fields={parameters} />
        </Section>
      )}
      {body && (
        <Part example={body.example} title={t('body')}>
          <Fields caption={t('body')} fields={body.fields} />
        </Part>
      )}
      <Part example={response.example} title={t('response')}>
        <Fields
          caption={t('response')}
          fields={response.fields.map((field) => ({ ...field, isRequired: false }))}
        />
      </Part>
      <Section title={t('errors')}>
        <table className={styles.fields}>
          <caption className="unseen">{t('errors')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('code')}</th>
              <th scope="col">{t('status')}</th>
              <th scope="col">{t('description')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ status, code, text }) => (
              <tr key={`${status} ${code}`}>
                <th scope="row">
                  <code>{code}</code> <HelpLink code={code} />
                </th>
                <td className={styles.type}>{status}</td>
                <td lang="en">{formatText(text)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly example: unknown;
  readonly children: ReactNode;
}

/** Fields with an example next to them. */
function Part({ title, example, children }: PartProps) {
  const t = useTranslations('reference');
  return (
    <Section title={title}>
      <div className={styles.part}>
        {children}
        <RawText label={t('exampleOf', { part: title })} text={JSON.stringify(example, null, 2)} />
      </div>
    </Section>
  );
}
