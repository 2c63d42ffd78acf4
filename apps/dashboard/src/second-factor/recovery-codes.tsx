import styles from './second-factor.module.css';

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <div className={styles.recoveryCodes} role="status">
      <p>
        Store these recovery codes where you store passwords. Each signs you in once without your
        authenticator app. They are not shown again.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
