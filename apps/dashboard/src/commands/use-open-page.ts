import type { Address } from '#addresses/mode-route.ts';
import { useNavigate } from '#components/link.tsx';
import { mayLeavePage } from '#components/unsaved-changes.ts';

/** Returns a function that opens a page, unless the person keeps what they entered into this one. */
export function useOpenPage(): (href: Address) => void {
  const navigate = useNavigate();
  return (href) => {
    if (mayLeavePage()) navigate(href);
  };
}
