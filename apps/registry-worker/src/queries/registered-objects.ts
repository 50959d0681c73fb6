import type { RegisteredContact, RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import type { RegisteredContact as SeenContact } from '@nameyard/epp/contact/info'
import type { Dnssec } from '@nameyard/epp/extensions/secdns/dnssec'
import { ancestorsOf } from '@nameyard/names/relation'
import type { SeenDomain } from '../dialects/model/seen'

/** A domain in the form for other services. `glue` has the addresses of host objects below the domain. */
export function domainOnWire(
  seen: SeenDomain,
  glue: ReadonlyMap<string, readonly string[]>,
): Omit<RegisteredDomain, 'authInfo'> {
  const { roid, crDate, exDate, trDate, upDate, statuses, graceStatuses, ns, dnssec, registrant, contacts } = seen
  const role = (type: string) => contacts.find((each) => each.type === type)?.id
  const [admin, tech, billing] = [role('admin'), role('tech'), role('billing')]
  return {
    roid,
    ...(crDate && { createdAt: crDate.toISOString() }),
    ...(exDate && { expiresAt: exDate.toISOString() }),
    ...(trDate && { transferredAt: trDate.toISOString() }),
    ...(upDate && { updatedAt: upDate.toISOString() }),
    statuses: [...statuses],
    graceStatuses: [...graceStatuses],
    nameservers: (ns?.hosts ?? []).map((host) => {
      const name = host.name.toLowerCase()
      const addresses = glue.get(name) ?? host.addresses
      const [ip, ip6] = [addresses.find((each) => !each.includes(':')), addresses.find((each) => each.includes(':'))]
      return { name, ...(ip !== undefined && { ip }), ...(ip6 !== undefined && { ip6 }) }
    }),
    zoneKeys: securityOf(dnssec),
    ...(registrant !== undefined && { registrant }),
    contacts: {
      ...(admin !== undefined && { admin }),
      ...(tech !== undefined && { tech }),
      ...(billing !== undefined && { billing }),
    },
  }
}

/** The host objects of a delegation that are below the domain itself: only their addresses belong to the domain. */
export function hostsBelow({ name, ns }: SeenDomain): string[] {
  if (ns?.form !== 'hostObj') return []
  return ns.hosts
    .map((host) => host.name.toLowerCase())
    .filter((host) => host === name.toLowerCase() || ancestorsOf(host).includes(name.toLowerCase()))
}

/** A contact in the form for other services: of two forms of its address, the one in its own script. */
export function contactOnWire({ id, postalInfo, voice, fax, email }: SeenContact): RegisteredContact {
  const postal = postalInfo.find(({ type }) => type === 'loc') ?? postalInfo[0]
  return {
    id,
    name: postal?.name ?? '',
    ...(postal?.org && { organization: postal.org }),
    street: [...(postal?.street ?? [])],
    city: postal?.city ?? '',
    ...(postal?.sp && { stateOrProvince: postal.sp }),
    ...(postal?.pc && { postalCode: postal.pc }),
    countryCode: postal?.cc ?? '',
    voice: voice?.number ?? '',
    ...(fax && { fax: fax.number }),
    email: email ?? '',
  }
}

function securityOf(dnssec: Dnssec | undefined): RegisteredDomain['zoneKeys'] {
  if (!dnssec) return []
  if (dnssec.form === 'keyData') return [...dnssec.keys]
  return dnssec.ds.map(({ keyTag, alg, digestType, digest }) => ({ keyTag, alg, digestType, digest }))
}
