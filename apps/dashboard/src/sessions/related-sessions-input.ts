/** The number of other sessions of the buyer that the page of a session shows. */
export const MAX_RELATED = 5;

/** The input of the query for the newest sessions of a buyer, of which the shown session may be one. */
export const createRelatedSessionsInput = (buyer: string) => ({
  buyer_reference: buyer,
  limit: MAX_RELATED + 1,
});
