import parley from '../../../package.json' with { type: 'json' };

/** The version of Parley, which the package at the root of the repository has. */
export const { version } = parley;
