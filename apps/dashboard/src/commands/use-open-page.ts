import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { mayLeavePage } from '#components/unsaved-changes.ts';

/** Returns a function that opens a page, unless the person keeps what they entered into this one. */
export function useOpenPage(): (href: Route) => void {
  const router = useRouter();
  return (href) => {
    if (mayLeavePage()) router.push(href);
  };
}
