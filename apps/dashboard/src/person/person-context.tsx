'use client';

import type { Mode } from '@parley/domain';
import { hasPermission, type Permission } from '@parley/router/permissions';
import { createContext, type ReactNode, useContext } from 'react';
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

function useSignedInPerson(): SignedInPerson {
  const person = useContext(PersonContext);
  if (person === null) throw new Error('This component needs a PersonProvider around it.');
  return person;
}

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
