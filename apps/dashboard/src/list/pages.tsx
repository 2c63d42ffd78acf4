import type { Route } from 'next';
import Link from 'next/link';
import styles from './pages.module.css';

interface PagesProps {
  /** What the pages are of, where a page has more than one list. */
  readonly label?: string;
  /** The ways there are, in the order they stand in; null where one leads nowhere. */
  readonly ways: readonly ({ readonly word: string; readonly href: Route } | null)[];
}

/** The ways to the pages beside this one. */
export function Pages({ label = 'Pages', ways }: PagesProps) {
  const open = ways.filter((way) => way !== null);
  if (open.length === 0) return null;
  return (
    <nav aria-label={label} className={styles.pages}>
      {open.map(({ word, href }) => (
        <Link className="button" href={href} key={word} prefetch={false}>
          {word}
        </Link>
      ))}
    </nav>
  );
}
