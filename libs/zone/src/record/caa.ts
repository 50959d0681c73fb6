import { parseDomainName } from '@nameyard/names/domain-name'
import { remainingText, tag, uint8 } from '../field'
import { recordType } from '../record-type'

/** The certificate authorities that may issue certificates for the owner (RFC 8659). */
export const caa = recordType({
  name: 'CAA',
  code: 257,
  fields: { flags: uint8, tag, value: remainingText },
  problem({ tag, value }) {
    const text = value.toString('latin1')
    if (tag === 'issue' || tag === 'issuewild') return issuerProblem(text)
    // PowerDNS 4.7 aborts when it stores an empty value in LMDB. Only issue and issuewild have an equivalent form.
    if (text === '') return `the value of ${tag} is empty, which name servers cannot carry`
    if (tag === 'iodef' && !/^(mailto|https?):./i.test(text))
      return 'an iodef value begins with mailto:, http: or https:'
    return undefined
  },
  served: (rdata) => (forbidsAll.test(rdata.toString('latin1', 2)) ? Buffer.concat([rdata, NOBODY]) : rdata),
})

/** The tag `issue` or `issuewild` with an empty value. */
const forbidsAll = /^issue(wild)?$/

/** No authority may issue (RFC 8659 section 4.2). An empty value means the same, but PowerDNS 4.7 aborts on it. */
const NOBODY = Buffer.from(';')

/** Returns what is wrong with an issuer value: an optional domain, then parameters after semicolons (RFC 8659 4.2). */
function issuerProblem(text: string): string | undefined {
  const [issuer = '', ...parameters] = text.split(';').map((part) => part.trim())
  if (issuer !== '' && !parseDomainName(issuer).ok) return `${issuer} is not the domain of an issuer`
  const faulty = parameters.find((parameter) => parameter !== '' && !/^[a-z0-9-]+\s*=\s*[!-~]*$/i.test(parameter))
  return faulty === undefined ? undefined : `${faulty} is not a parameter of the form name=value`
}
