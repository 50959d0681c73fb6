/** The endpoint (port) that serves every TLD. Each other one is named after its profile and serves its TLDs only. */
export const COMMON_ENDPOINT = 'common'

/** The endpoint that speaks RRI. */
export const RRI_ENDPOINT = 'rri'
