'use client';

import { ToneIcon } from '@parley/ui/components';
import type { Route } from 'next';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { countOf } from '../attention/tell-attention.ts';
import styles from './rail.module.css';

interface RailLinkProps {
  readonly href: Route;
  readonly children: ReactNode;
  /** How much there waits for a person. */
  readonly waiting?: number;
}

export function RailLink({ href, children, waiting = 0 }: RailLinkProps) {
  const path = usePathname();
  const here = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <Link aria-current={here} className={styles.place} href={href}>
      {children}
      {waiting > 0 && (
        <span className={styles.waiting}>
          <ToneIcon tone="critical" />
          {countOf(waiting)}
          <span className="unseen"> waiting for a person</span>
        </span>
      )}
    </Link>
  );
}
