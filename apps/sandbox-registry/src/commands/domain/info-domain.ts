import { showToken } from '../../extensions/allocation-token'
import { isCharged, writeCharges } from '../../extensions/charge'
import { writeIdn } from '../../extensions/idn'
import { writeSecDns } from '../../extensions/sec-dns'
import { ipVersion } from '../../model/address'
import { domainStatuses, rgpStatuses } from '../../model/domain-status'
import { Refusal } from '../../model/result'
import { findDomain, type Domain } from '../../objects/domain.store'
import { opensDomain, readAuthInfo } from '../../protocol/auth-info'
import type { Answer, ObjectContext } from '../../protocol/command'
import { Fields, token, unexpected } from '../../xml/fields'
import { CHARGE, DOMAIN, IDN, RGP, SEC_DNS } from '../../xml/namespaces'
import type { Element } from '../../xml/read'
import { element, optionalText, type Markup } from '../../xml/write'

/** The hosts that an info shows (RFC 5731 section 3.1.2): delegated, subordinate, both or none. */
const hostSelections = ['all', 'del', 'sub', 'none'] as const
type HostSelection = (typeof hostSelections)[number]

/**
 * Shows a domain (RFC 5731 section 3.1.2): everything to the sponsor; everything but the authInfo to a client that sent
 * the right authInfo (2202 for a wrong one); to others what is public in DNS and RDAP anyway.
 */
export async function infoDomain(payload: Element, context: ObjectContext): Promise<Answer> {
  const { db, registrar, now, session } = context
  const fields = new Fields(payload)
  const nameField = fields.required('name')
  const authInfo = fields.optional('authInfo')
  fields.end()
  const name = token(nameField, [1, 255], 'hosts').toLowerCase()
  const wanted = hostSelections.find((value) => value === (nameField.attributes.hosts ?? 'all'))
  if (!wanted) throw unexpected(nameField, 'hosts is all, del, sub or none')
  const given = authInfo && readAuthInfo(authInfo)

  const domain = await findDomain(db, name)
  if (!domain) throw new Refusal(2303, 'the domain does not exist', { ns: DOMAIN, local: 'name', text: name })
  if (given && !opensDomain(given, domain)) throw new Refusal(2202)
  const isSponsor = domain.sponsor === registrar
  const rgp = session.login?.extensions.has(RGP) ? writeRgpStatuses(rgpStatuses(domain, now)) : undefined
  const secDns = session.login?.extensions.has(SEC_DNS) ? await writeSecDns(db, name) : undefined
  const idn = session.login?.extensions.has(IDN) ? await writeIdn(db, name) : undefined
  const rules = session.login?.extensions.has(CHARGE) ? await context.rulesOf(name) : undefined
  const charges = rules && isCharged(rules) ? writeCharges(rules) : undefined
  const allocationToken = await showToken(context, { name, isSponsor })
  return {
    code: 1000,
    resData: writeDomain(domain, wanted, { isSponsor, isAuthorized: isSponsor || Boolean(given) }),
    extensions: [rgp, secDns, idn, allocationToken, charges].filter((extension) => extension !== undefined),
  }
}

function writeDomain(
  domain: Domain,
  wanted: HostSelection,
  { isSponsor, isAuthorized }: { isSponsor: boolean; isAuthorized: boolean },
): Markup {
  const showsDelegation = wanted === 'all' || wanted === 'del'
  const showsSubordinates = isAuthorized && (wanted === 'all' || wanted === 'sub')
  return element('domain:infData', { 'xmlns:domain': DOMAIN }, [
    element('domain:name', {}, domain.name),
    element('domain:roid', {}, domain.roid),
    ...domainStatuses(domain).map((s) => element('domain:status', { s })),
    isAuthorized ? optionalText('domain:registrant', domain.registrant) : undefined,
    ...(isAuthorized ? domain.contacts : []).map(({ type, contact }) => element('domain:contact', { type }, contact)),
    showsDelegation ? writeNameservers(domain) : undefined,
    ...(showsSubordinates ? domain.subordinateHosts : []).map((host) => element('domain:host', {}, host)),
    element('domain:clID', {}, domain.sponsor),
    isAuthorized ? element('domain:crID', {}, domain.createdBy) : undefined,
    element('domain:crDate', {}, domain.createdAt.toISOString()),
    isAuthorized ? optionalText('domain:upID', domain.updatedBy) : undefined,
    optionalText('domain:upDate', domain.updatedAt?.toISOString()),
    element('domain:exDate', {}, domain.expiresAt.toISOString()),
    optionalText('domain:trDate', domain.transferredAt?.toISOString()),
    isSponsor && domain.authInfo !== null
      ? element('domain:authInfo', {}, [element('domain:pw', {}, domain.authInfo)])
      : undefined,
  ])
}

function writeRgpStatuses(statuses: readonly string[]): Markup | undefined {
  if (statuses.length === 0) return undefined
  return element(
    'rgp:infData',
    { 'xmlns:rgp': RGP },
    statuses.map((s) => element('rgp:rgpStatus', { s })),
  )
}

function writeNameservers({ hosts, hostAttributes }: Domain): Markup | undefined {
  if (hosts.length > 0) {
    return element(
      'domain:ns',
      {},
      hosts.map((host) => element('domain:hostObj', {}, host)),
    )
  }
  if (hostAttributes.length === 0) return undefined
  return element(
    'domain:ns',
    {},
    hostAttributes.map(({ name, addresses }) =>
      element('domain:hostAttr', {}, [
        element('domain:hostName', {}, name),
        ...addresses.map((address) => element('domain:hostAddr', { ip: ipVersion(address) }, address)),
      ]),
    ),
  )
}
