'use client';

import { hasPermission, type Mode, type Permission } from '@parley/domain';
import type { Route } from 'next';
import { createContext, type ReactNode, useContext } from 'react';
import { type Address, inMode, isModeRoute } from '#addresses/mode-route.ts';
import type { People } from './format-actor.ts';

interface SignedInPerson {
  readonly userId: string;
  readonly role: string;
  readonly mode: Mode;
  readonly isMerchantSuspended: boolean;
  /** Names of the merchant's members by user id. */
  readonly memberNames: ReadonlyMap<string, string>;
}

const PersonContext = createContext<SignedInPerson | null>(null);

interface PersonProviderProps {
  readonly person: SignedInPerson;
  readonly children: ReactNode;
}

/** Makes the signed-in person available to the pages. */
export function PersonProvider({ person, children }: PersonProviderProps) {
  return <PersonContext value={person}>{children}</PersonContext>;
}

function requireSignedIn(person: SignedInPerson | null): SignedInPerson {
  if (person === null) throw new Error('This component needs a PersonProvider around it.');
  return person;
}

const useSignedInPerson = () => requireSignedIn(useContext(PersonContext));

/** Whether the signed-in person holds a permission. The router enforces it; pages hide buttons. */
export function usePermission(permission: Permission): boolean {
  return hasPermission(useSignedInPerson(), permission);
}

/** The people that entries can name. */
export function usePeople(): People {
  const { userId, memberNames } = useSignedInPerson();
  return { readerId: userId, names: memberNames };
}

/** The mode in which the signed-in person acts. */
export function useMode(): Mode {
  return useSignedInPerson().mode;
}

/** Returns a function that returns the route of an address, in the mode of the signed-in person. */
export function useGetRoute(): (address: Address) => Route {
  // Pages for people without a merchant have links too, to pages without a mode.
  const person = useContext(PersonContext);
  return (address) =>
    isModeRoute(address) ? inMode(requireSignedIn(person).mode, address) : address;
}

export const useRoute = (address: Address): Route => useGetRoute()(address);
