'use client';

import NextLink from 'next/link';
import { useRouter } from 'next/navigation';
import type { ComponentProps } from 'react';
import type { Address } from '#addresses/mode-route.ts';
import { useGetRoute, useRoute } from '#person/person-context.tsx';

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & { readonly href: Address };

/** A link to a page. One of a mode is in the mode of this page. */
export function Link({ href, ...props }: LinkProps) {
  return <NextLink {...props} href={useRoute(href)} />;
}

type PushOptions = Parameters<ReturnType<typeof useRouter>['push']>[1];

/** Returns a function that opens a page. One of a mode is in the mode of this page. */
export function useNavigate(): (address: Address, ...options: PushOptions[]) => void {
  const router = useRouter();
  const getRoute = useGetRoute();
  return (address, ...options) => router.push(getRoute(address), ...options);
}
