import { setTimeout as pause } from 'node:timers/promises'
import { periodAtRegistry, type PeriodLengths } from '@nameyard/contracts/registry/registry-periods'
import type { Command } from '@nameyard/epp/command'
import { checkDomain } from '@nameyard/epp/domain/check'
import type { CreatedDomain } from '@nameyard/epp/domain/create'
import type { Nameservers } from '@nameyard/epp/domain/nameservers'
import type { Period } from '@nameyard/epp/domain/period'
import type { KeyData } from '@nameyard/epp/extensions/secdns/dnssec'
import type { Response } from '@nameyard/epp/response'
import type { ContactIds } from '../dialects/contact'
import type { SeenDomain } from '../dialects/model/seen'
import { dnssecOf } from '../dialects/order-extensions'
import { availabilityFault, sponsorFault } from './answers'
import type { Course } from './course'
import { subordinateHostSteps } from './host-steps'
import type { Registrar } from './registrar'

/** The longest period of the schema, which no registry allows (RFC 5731 section 2.5). */
const TOO_LONG = { value: 99, unit: 'y' } as const
/** How often, and how long in all, the registry is asked whether it has decided about a create. */
const DECISION_PAUSE_MS = 1_000
const DECISION_TRIES = 60
const UNKNOWN_PERIOD_CODES = [2004, 2005, 2306, 2308]

/** A key whose DS and DNSKEY are valid. Nothing is signed with it. */
const KEY: KeyData = {
  flags: 257,
  protocol: 3,
  alg: 13,
  pubKey: 'mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==',
}

/** Registers a domain and changes it (RFC 5731). Returns whether it is registered. */
export async function domainSteps(course: Course, contacts: ContactIds, authInfo: string): Promise<boolean> {
  const { exam, first, names } = course
  const { domain, unknown } = names
  const order = { contacts, authInfo }
  await exam.does('domain check', first, checkDomain([domain]), { fault: availabilityFault(domain, true) })
  const tooLong = creation(course, { ...order, period: TOO_LONG })
  await exam.isRefused('domain create: a period that is too long', first, tooLong, UNKNOWN_PERIOD_CODES)
  const create = creation(course, { ...order, period: periodOf(course.years, first.tld.periods.create) })
  const created = await exam.does('domain create', first, create)
  if (!created) return false
  course.left.push({ registrar: first, kind: 'domain', id: domain })
  if (created.outcome === 'pending' && !(await isDecided(course))) return false
  await exam.does('domain check: it is taken', first, checkDomain([domain]), {
    fault: availabilityFault(domain, false),
  })
  await exam.isRefused('domain create: it exists', first, create, [2302])
  await exam.does('domain info', first, info(first, domain), { fault: createdFault(course) })
  await exam.isRefused('domain info: unknown', first, info(first, unknown), [2303])
  await subordinateHostSteps(course)
  await renewSteps(course)
  await updateSteps(course)
  return true
}

/** Waits until a create that was answered 1001 is carried out (RFC 5731 section 3.3). */
async function isDecided({ exam, first, names: { domain } }: Course): Promise<boolean> {
  const name = 'domain create: it is decided'
  for (let tries = 0; tries < DECISION_TRIES; tries++) {
    const answer = await first.send(info(first, domain)).catch(() => undefined)
    if (answer?.outcome === 'refused') {
      exam.end(name, 'failed', `the registry has not registered the domain: ${answer.code}`, answer.code)
      return false
    }
    if (answer?.outcome === 'done' && !answer.data.statuses.includes('pendingCreate')) {
      exam.end(name, 'passed', 'the registry has registered the domain', answer.code)
      return true
    }
    await pause(DECISION_PAUSE_MS)
  }
  exam.end(name, 'failed', 'the registry has not decided about the domain: run the test again when it has')
  return false
}

/** Reads a domain as the sponsor. */
export function info({ tld }: Registrar, name: string): Command<SeenDomain> {
  return tld.dialect.info(name, undefined, tld)
}

/** Nameservers in the form of the registry. */
export function delegation({ tld }: Registrar, hosts: readonly string[]): Nameservers {
  return { form: tld.nameserverForm, hosts: hosts.map((name) => ({ name, addresses: [] })) }
}

/** Years in the unit of the registry. A length that it does not accept is sent too: its refusal is the result. */
function periodOf(years: number, accepted: PeriodLengths | undefined): Period {
  return periodAtRegistry(years, accepted) ?? { value: years, unit: 'y' }
}

function creation(
  { first, names: { domain, hosts, person } }: Course,
  { contacts, authInfo, period }: { readonly contacts: ContactIds; readonly authInfo: string; readonly period: Period },
): Command<CreatedDomain> {
  const { tld } = first
  const { registrant } = contacts
  const given = {
    name: domain,
    period,
    ns: delegation(first, hosts.slice(0, 2)),
    ...(registrant !== undefined && { registrant }),
    contacts: (['admin', 'billing', 'tech'] as const).flatMap((type) => {
      const id = contacts[type]
      return id === undefined ? [] : [{ type, id }]
    }),
    authInfo: { pw: authInfo },
  }
  const intent = {
    name: domain,
    period,
    registrant: person,
    contacts: { admin: person, billing: person, tech: person },
    nameservers: hosts.slice(0, 2).map((name) => ({ name })),
    authInfo,
  }
  return tld.dialect.create(given, intent, tld)
}

function createdFault({ first, names }: Course) {
  return (answer: Response<SeenDomain>): string | undefined =>
    sponsorFault(first.id)(answer) ?? delegationFault(answer, names.hosts.slice(0, 2))
}

function delegationFault(answer: Response<SeenDomain>, wanted: readonly string[]): string | undefined {
  if (answer.outcome !== 'done') return undefined
  const seen = (answer.data.ns?.hosts ?? []).map(({ name }) => name.toLowerCase()).sort()
  return seen.join() === wanted.toSorted().join() ? undefined : `the nameservers are ${seen.join(', ')}`
}

async function renewSteps({ exam, first, names: { domain } }: Course): Promise<void> {
  const { tld } = first
  if (!tld.isRenewable) return exam.skip('domain renew', 'the registry renews domains by itself')
  if (tld.renewalOpensDays > 0)
    return exam.skip('domain renew', `the registry renews in the last ${tld.renewalOpensDays} days only`)
  const period = periodOf(1, tld.periods.renew)
  const before = await exam.does('domain info before the renewal', first, info(first, domain))
  const expires = before?.data?.exDate
  if (!expires) return exam.skip('domain renew', 'the registry does not show when the domain expires')
  const curExpDate = expires.toISOString().slice(0, 10)
  const wrong = { name: domain, curExpDate: '2001-01-01', period }
  await exam.isRefused(
    'domain renew: another expiry date',
    first,
    tld.dialect.renew(wrong, tld),
    [2004, 2105, 2306, 2308],
  )
  const renew = tld.dialect.renew({ name: domain, curExpDate, period }, tld)
  if (!(await exam.does('domain renew', first, renew))) return
  await exam.does('domain info after the renewal', first, info(first, domain), {
    fault: (answer) => {
      if (answer.outcome !== 'done') return undefined
      const years = (answer.data.exDate?.getUTCFullYear() ?? 0) - expires.getUTCFullYear()
      return years === 1
        ? undefined
        : `the domain was renewed for a year, and the year of its expiry changed by ${years}`
    },
  })
}

async function updateSteps(course: Course): Promise<void> {
  const { exam, first, names } = course
  const { domain, hosts } = names
  const { tld } = first
  const [, removed, added] = hosts
  const update = tld.dialect.update(
    { name: domain, add: { ns: delegation(first, [added]) }, rem: { ns: delegation(first, [removed]) } },
    undefined,
    tld,
  )
  if (await exam.does('domain update', first, update))
    await exam.does('domain info after the update', first, info(first, domain), {
      fault: (answer) => delegationFault(answer, [hosts[0], added]),
    })
  const unknown = tld.dialect.update({ name: names.unknown, add: { ns: delegation(first, [added]) } }, undefined, tld)
  await exam.isRefused('domain update: unknown', first, unknown, [2303])
  await dnssecSteps(course)
  await statusSteps(course)
}

/** Signs the delegation and removes that again (RFC 5910). */
async function dnssecSteps({ exam, first, names: { domain } }: Course): Promise<void> {
  const { tld } = first
  if (tld.secDns === 'none') return exam.skip('domain update (DNSSEC)', 'the registry does not offer DNSSEC here')
  const add = dnssecOf(domain, [KEY], tld.secDns)
  const sign = tld.dialect.update({ name: domain }, { add, rem: undefined }, tld)
  if (!(await exam.does('domain update (DNSSEC)', first, sign))) return
  const isSigned = (wanted: boolean) => (answer: Response<SeenDomain>) =>
    answer.outcome === 'done' && (answer.data.dnssec !== undefined) !== wanted
      ? `the registry shows ${wanted ? 'no' : 'still'} DNSSEC data`
      : undefined
  await exam.does('domain info: it is signed', first, info(first, domain), { fault: isSigned(true) })
  const unsign = tld.dialect.update({ name: domain }, { add: undefined, rem: 'all' }, tld)
  if (!(await exam.does('domain update (no DNSSEC)', first, unsign))) return
  await exam.does('domain info: it is not signed', first, info(first, domain), { fault: isSigned(false) })
}

/** A status of ours prohibits a command until it is removed (RFC 5731 section 2.3). */
async function statusSteps({ exam, first, names: { domain } }: Course): Promise<void> {
  const { tld } = first
  if (!tld.dialect.hasClientStatuses) return exam.skip('domain update (status)', 'registrars set no statuses here')
  const statuses = ['clientDeleteProhibited'] as const
  const lock = tld.dialect.update({ name: domain, add: { statuses } }, undefined, tld)
  if (!(await exam.does('domain update (status)', first, lock))) return
  await exam.isRefused('domain delete: prohibited by a status', first, tld.dialect.delete(domain, tld), [2304])
  const unlock = tld.dialect.update({ name: domain, rem: { statuses } }, undefined, tld)
  await exam.does('domain update (no status)', first, unlock)
}
