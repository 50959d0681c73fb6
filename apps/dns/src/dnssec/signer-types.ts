/** Types that the signer of a zone makes from its keys (RFC 4034 section 2, RFC 7344). */
export const signerTypes = ['DNSKEY', 'CDS', 'CDNSKEY']
