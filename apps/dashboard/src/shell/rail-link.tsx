'use client';

import type { Route } from 'next';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import styles from './rail.module.css';

interface RailLinkProps {
  readonly href: Route;
  readonly children: ReactNode;
}

export function RailLink({ href, children }: RailLinkProps) {
  const path = usePathname();
  const here = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <Link aria-current={here} className={styles.place} href={href}>
      {children}
    </Link>
  );
}
