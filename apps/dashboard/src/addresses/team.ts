import type { Route } from 'next';

/** The team with the open dialog of a new invitation. */
export const inviteHref = '/team?invite=1' as Route;
