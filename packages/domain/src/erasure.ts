/** The buyer reference of every session whose buyer was erased. */
export const ERASED_BUYER_REFERENCE = 'erased';
