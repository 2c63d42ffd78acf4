import type { Mode } from '@parley/domain';
import type { Route } from 'next';

export const referenceHref = (mode: Mode) => `/${mode}/developers/reference` as Route;

/** The page of an operation of the API. */
export const operationHref = (mode: Mode, operationId: string) =>
  `${referenceHref(mode)}/${operationId}` as Route;
