/** The page of an error code in the documentation, whose URL ends without a slash. */
export const getHelpUrl = (docsUrl: string, code: string): string => `${docsUrl}/errors/${code}/`;
