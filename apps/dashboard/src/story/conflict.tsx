import type { SessionStory } from '@parley/operations';
import { Section } from '../detail/section.tsx';
import styles from './conflict.module.css';
import { ResolveConflict } from './resolve-conflict.tsx';
import { tellConflict } from './tell-conflict.ts';

interface ConflictProps {
  readonly story: SessionStory;
  readonly mayResolve: boolean;
}

/** What was asked, what was taken, and the two ways out. */
export function Conflict({ story, mayResolve }: ConflictProps) {
  const { asked, taken, twice } = tellConflict(story);
  const accepted = taken[0]?.amount ?? null;
  return (
    <Section title="To decide">
      <div className={`card ${styles.conflict}`}>
        <dl className={styles.sums}>
          <div className={styles.sum}>
            <dt>Asked for</dt>
            <dd>{asked}</dd>
          </div>
          {taken.map(({ attemptId, attempt, amount, why }) => (
            <div className={styles.sum} key={attemptId}>
              <dt>
                {attempt} took <span className={styles.why}>{why}</span>
              </dt>
              <dd>{amount ?? 'Not known here'}</dd>
            </div>
          ))}
        </dl>
        {mayResolve ? (
          <ResolveConflict accepted={accepted} id={story.session.id} twice={twice} />
        ) : (
          <p className="muted">Only an owner, admin or support may decide. Send them this page.</p>
        )}
      </div>
    </Section>
  );
}
