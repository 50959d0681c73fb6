export const FURY = 'urn:ietf:params:xml:ns:fury-2.1'
/** The end of a redemption period, which the registry adds to infos. The days of the record count here. */
export const FURY_RGP = 'urn:ietf:params:xml:ns:fury-rgp-1.0'
