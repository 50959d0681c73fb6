import type { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { isDeepStrictEqual } from 'node:util'
import { refuseWrongData } from '../requirements/requirements'
import type { TldRules } from '../tlds/catalogue'
import { dayAsked } from '../transfer/transfer-start'
import { generateAuthCode } from './auth-code'
import type { Delegation } from './delegation'
import type { Domain, Nameserver, ZoneKey } from './model/domain'
import type { WishedDomain } from './model/update'
import { zoneKeysOf } from './zone-keys'

type Request = Input<typeof updateDomain>

/** Options of an update that the platform cannot carry out; ignoring one would leave the account in the wrong. */
const unavailable = [
  'is_sectigo_dns_enabled',
  'is_spamexperts_enabled',
  'use_domicile',
] as const satisfies readonly (keyof Request)[]

/** Reads what a request wants of a domain; the delegation has been resolved before. */
export function wishedDomain(
  request: Request,
  domain: Domain,
  delegation: Delegation | undefined,
  rules: TldRules,
): WishedDomain {
  const asked = unavailable.find((field) => Boolean(request[field]))
  if (asked) fail('invalid_input', { field: asked, problem: 'this option is not available' })
  refuseWrongData(domain.extension, request.additional_data ?? {}, 'update')
  const authCode = request.reset_auth_code === true ? generateAuthCode() : request.auth_code
  const nameServers = request.remove_nses === true ? [] : delegation?.nameservers
  const zoneKeys = wishedKeys(request, domain, nameServers, rules)
  return {
    ...(request.owner_handle !== undefined && { ownerHandle: request.owner_handle }),
    ...(request.admin_handle !== undefined && { adminHandle: request.admin_handle }),
    ...(request.tech_handle !== undefined && { techHandle: request.tech_handle }),
    ...(request.billing_handle !== undefined && { billingHandle: request.billing_handle }),
    ...(request.reseller_handle !== undefined && { resellerHandle: request.reseller_handle }),
    ...(delegation && {
      nsGroup: delegation.group,
      nsGroupId: delegation.groupId,
      nameServers: delegation.nameservers,
    }),
    ...(request.remove_nses === true && { nsGroup: '', nsGroupId: null, nameServers: [] }),
    ...(zoneKeys && { zoneKeys }),
    ...(authCode !== undefined && { authCode }),
    ...(request.additional_data !== undefined && {
      additionalData: { ...domain.additionalData, ...request.additional_data },
    }),
    ...(request.autorenew !== undefined && { autorenew: request.autorenew }),
    ...(request.comments !== undefined && { comments: request.comments }),
    ...(request.is_locked !== undefined && { isLocked: request.is_locked }),
    ...(request.is_private_whois_enabled !== undefined && { isPrivate: request.is_private_whois_enabled }),
    // The day as it was read has whole seconds.
    ...(request.scheduled_at !== undefined &&
      request.scheduled_at !== printDate(domain.scheduledAt) && {
        scheduledAt: dayAsked('scheduled_at', request.scheduled_at),
      }),
  }
}

/**
 * The keys that the account gives, beside the one that the platform keeps for its zone, which cannot be taken away by
 * itself. That one leaves together with our nameservers: others do not sign with it, and every answer would look forged.
 */
function wishedKeys(
  request: Request,
  domain: Domain,
  nameServers: readonly Nameserver[] | undefined,
  rules: TldRules,
): ZoneKey[] | undefined {
  if (request.is_dnssec_enabled === false) return []
  const given = zoneKeysOf(request, rules)
  const isLeaving = nameServers !== undefined && !hasAllNameservers(domain, nameServers)
  if (given === undefined && !isLeaving) return undefined
  const kept = isLeaving ? [] : domain.zoneKeys.filter(({ isKept }) => isKept)
  const own = given ?? domain.zoneKeys.filter(({ isKept }) => !isKept)
  const added = own.filter(({ alg, pubKey }) => !kept.some((key) => key.alg === alg && key.pubKey === pubKey))
  const wished = [...kept, ...added]
  // Keys have no order: those of the domain in another one are no change.
  const isAsItIs =
    wished.length === domain.zoneKeys.length &&
    domain.zoneKeys.every((key) => wished.some((each) => isDeepStrictEqual(each, key)))
  return isAsItIs ? [...domain.zoneKeys] : wished
}

/** Whether a domain has all of these nameservers already, of which there must be some. */
function hasAllNameservers({ nameServers }: Domain, wanted: readonly Nameserver[]): boolean {
  return wanted.length > 0 && wanted.every(({ name }) => nameServers.some((host) => host.name === name))
}

/** Refuses what the rules of the extension or the state of the domain forbid, whatever the phase. */
export function refuseForbidden(domain: Domain, changed: WishedDomain, rules: TldRules, now: Date): void {
  const { name, extension, isPrivate } = domain
  if (changed.isLocked !== undefined && !rules.isLockable) fail('domain_not_lockable', { extension })
  if (changed.isPrivate === true && !rules.isPrivacyAllowed) fail('privacy_unavailable', { extension })
  const after = { isPrivate, isLocked: domain.isLocked, ...changed }
  const isAsked = changed.isLocked === true || changed.isPrivate === true
  if (isAsked && after.isLocked && after.isPrivate && !rules.isLockableInPrivacy) {
    fail('lock_needs_public_whois', { domain: name })
  }
  if (changed.authCode !== undefined && rules.authCode.comes !== 'here')
    fail('authcode_not_resettable', { domain: name })
  if (changed.ownerHandle !== undefined && rules.isTraded) {
    fail('invalid_input', { field: 'owner_handle', problem: `the owner under .${extension} is changed by a trade` })
  }
  if (changed.scheduledAt && changed.scheduledAt <= now) {
    fail('invalid_input', { field: 'scheduled_at', problem: 'is not in the future' })
  }
}
