/**
 * A buyer reference as it is stored and searched: without the white space around it, which no one can see.
 * One that consists of white space stays as it is.
 */
export const toBuyerReference = (text: string): string => text.trim() || text;

/** The buyer reference of every session whose buyer was erased. */
export const ERASED_BUYER_REFERENCE = 'erased';
