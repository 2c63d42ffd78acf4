'use client';

import NextLink from 'next/link';
import { useRouter } from 'next/navigation';
import { type ComponentProps, useState } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { useGetRoute, useRoute } from '#person/person-context.tsx';

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href' | 'prefetch'> & {
  readonly href: Address;
  /** False for links of which a pointer crosses many, such as those of rows. */
  readonly prefetch?: false;
};

/** A link to a page, which is prefetched on hover and on focus. One of a mode is in the mode of this page. */
export function Link({ href, ...props }: LinkProps) {
  // By default, the router prefetches every visible link, and the server renders a layout for each.
  const [isLikely, setIsLikely] = useState(false);
  const onIntent = () => setIsLikely(true);
  return (
    <NextLink
      onFocus={onIntent}
      onPointerEnter={onIntent}
      prefetch={isLikely ? null : false}
      {...props}
      href={useRoute(href)}
    />
  );
}

type PushOptions = Parameters<ReturnType<typeof useRouter>['push']>[1];

/** Returns a function that opens a page. One of a mode is in the mode of this page. */
export function useNavigate(): (address: Address, ...options: PushOptions[]) => void {
  const router = useRouter();
  const getRoute = useGetRoute();
  return (address, ...options) => router.push(getRoute(address), ...options);
}
