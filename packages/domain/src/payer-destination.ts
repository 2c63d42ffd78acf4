/**
 * The schemes, without a colon, of URLs that a payer may be sent to: http, https and those of apps, but none that
 * executes in the page or opens a local document.
 */
export const destinationScheme = /^(?!(javascript|data|vbscript|blob|file|about)$)/i;
