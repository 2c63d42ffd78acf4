/** The version of this package, as package.json has it. */
export const VERSION = '1.0.0';
