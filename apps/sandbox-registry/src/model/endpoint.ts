/** The endpoint (port) that serves every TLD. Each other endpoint is named after its profile and serves its TLDs only. */
export const COMMON_ENDPOINT = 'common'
