import type { ModeRoute } from './mode-route.ts';

export const referenceHref: ModeRoute = '/[mode]/developers/reference';

/** The page of an operation of the API. */
export const operationHref = (operationId: string): ModeRoute => `${referenceHref}/${operationId}`;
