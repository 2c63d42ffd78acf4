import styles from './overlap.module.css';

const choices = [
  ['day', 'In 24 hours', 'Time to deploy the new one at leisure.'],
  ['week', 'In 7 days', 'For several systems that are deployed apart.'],
  ['now', 'Now', 'For a secret that has leaked, or that nobody uses yet.'],
] as const;

/** When the secret that signs now is to stop. */
export function Overlap({ stillSigning }: { readonly stillSigning: boolean }) {
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>The secret that signs now stops</legend>
        {choices.map(([value, word, why], index) => (
          <label className={styles.choice} key={value}>
            <input defaultChecked={index === 0} name="overlap" type="radio" value={value} />
            <span>
              {word} <span className={styles.why}>{why}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {stillSigning && (
        <p>The one before that still signs too. It stops at once when a new one is made.</p>
      )}
    </>
  );
}
