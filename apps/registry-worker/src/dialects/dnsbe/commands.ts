import { z } from 'zod'
import { encodeAuthInfo } from '@nameyard/epp/auth-info'
import { noData, type Command } from '@nameyard/epp/command'
import { label } from '@nameyard/epp/constraints'
import { deleteDomain } from '@nameyard/epp/domain/delete'
import { encodeNameservers } from '@nameyard/epp/domain/nameservers'
import { DOMAIN, EPP } from '@nameyard/epp/namespaces'
import { elementsOf, type XmlElement } from '@nameyard/epp/xml'
import type { ContactIds } from '../contact'
import type { TransferIntent } from '../order-extensions'
import { verb } from '../verb'
import { DNSBE } from './namespaces'

const domain = elementsOf(DOMAIN)
const epp = elementsOf(EPP)
const own = elementsOf(DNSBE)

/** Stands for the present licensee. */
const SAME_LICENSEE = '#AUTO#'

/** The contacts and nameservers that a domain gets by a transfer or a trade. */
export function takeover(
  kind: 'transfer' | 'trade',
  name: string,
  { contacts, desired }: { readonly contacts: ContactIds; readonly desired: TransferIntent['desired'] },
): XmlElement {
  const { registrant = SAME_LICENSEE, billing, tech } = contacts
  const hosts = (desired.nameservers ?? []).map((host) => ({
    name: host.name,
    addresses: host.name.endsWith(`.${name}`) ? [host.ip, host.ip6].filter((each) => each !== undefined) : [],
  }))
  const ns = encodeNameservers({ form: 'hostAttr', hosts })
  const fields = own('domain', [
    own('registrant', registrant),
    billing === undefined ? undefined : own('billing', billing),
    tech === undefined ? undefined : own('tech', tech),
    // The element is of this namespace, and its content of the domain mapping.
    ns && own('ns', ns.children),
  ])
  return own('ext', [own(kind, [fields])])
}

/** A verb of the registry's own on domains, in `<command>` like those of RFC 5730. */
function ownVerb(local: string, name: string, rest: readonly XmlElement[] = [], op?: string): XmlElement {
  return epp(local, [domain(local, [domain('name', label('name', name)), ...rest])], { op })
}

/** Changes the licensee of a domain. */
export function tradeDomain(name: string, authInfo: string | undefined, extension: XmlElement): Command<undefined> {
  const code = authInfo === undefined ? [] : [encodeAuthInfo(DOMAIN, { pw: authInfo })]
  const verb = ownVerb('trade', name, code, 'request')
  return { name: 'domain:trade', verb, extension: [extension], decode: noData }
}

/** Takes a domain out of its quarantine. */
export function undelete(name: string): Command<undefined> {
  return { name: 'domain:restore-request', verb: ownVerb('undelete', name), decode: noData }
}

/** Has the registry mail a code to the licensee: a command of its own, outside of `<command>`. */
export function requestCode(name: string): Command<undefined> {
  const verb = own('requestAuthCode', [own('domainName', label('domainName', name))])
  const envelope = (clTRID: string) => epp('extension', [own('ext', [own('command', [verb, own('clTRID', clTRID)])])])
  return { name: 'domain:request-auth-code', verb, envelope, decode: noData }
}

/** Deletes a domain on a later day. */
export const scheduleDelete = verb({
  data: z.strictObject({ date: z.iso.date() }),
  command: (name, { date }) => {
    const fields = own('domain', [own('deleteDate', `${date}T00:00:00.000Z`)])
    const extension = [own('ext', [own('delete', [fields])])]
    return { ...deleteDomain(name), name: 'domain:schedule-delete', extension }
  },
  isDone: ({ deletesAt }, { date }) => deletesAt?.toISOString().startsWith(date) ?? false,
})
