import { isDeepStrictEqual } from 'node:util'
import type { updateDomain } from '@nameyard/contracts/domains/update-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import type { Delegation } from '../delegation/delegation'
import { zoneKeysOf } from '../delegation/zone-keys'
import { generateAuthCode, sealedData } from '../lifecycle/auth-code'
import {
  isZoneKey,
  type DelegationSecurity,
  type Domain,
  type Nameserver,
  type ZoneKey,
} from '../lifecycle/model/domain'
import { requestedDay } from '../ordering/requested-day'
import { orderedData, refuseWrongData } from '../requirements/requirements'
import { refuseUncountedChange } from '../tlds/contact-counts'
import type { TldRules } from '../tlds/tld'
import type { RequestedChanges } from './model/update'

type Request = Input<typeof updateDomain>

/** Options of an update that the platform does not offer. Ignoring one would mislead the account. */
const unavailable = [
  'is_sectigo_dns_enabled',
  'is_spamexperts_enabled',
  'use_domicile',
] as const satisfies readonly (keyof Request)[]

/** The changes of a request. The delegation was resolved before. */
export function requestedChanges(
  request: Request,
  domain: Domain,
  delegation: Delegation | undefined,
  rules: TldRules,
  codes: AuthCodeCipher,
): RequestedChanges {
  const asked = unavailable.find((field) => Boolean(request[field]))
  if (asked) fail('invalid_input', { field: asked, problem: 'this option is not available' })
  refuseWrongData(domain.extension, request.additional_data ?? {}, 'update')
  const authCode = request.reset_auth_code === true ? generateAuthCode() : request.auth_code
  const nameServers = request.remove_nses === true ? [] : delegation?.nameservers
  const zoneKeys = requestedKeys(request, domain, nameServers, rules)
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
    ...(authCode !== undefined && { authCode: codes.seal(domain.name, authCode) }),
    ...(request.additional_data !== undefined && {
      additionalData: {
        ...domain.additionalData,
        ...sealedData(codes, domain.name, orderedData(domain.extension, request.additional_data)),
      },
    }),
    ...(request.autorenew !== undefined && { autorenew: request.autorenew }),
    ...(request.comments !== undefined && { comments: request.comments }),
    ...(request.keep_zone_history !== undefined && { keepsZoneHistory: request.keep_zone_history }),
    ...(request.is_locked !== undefined && { isLocked: request.is_locked }),
    ...(request.is_private_whois_enabled !== undefined && { isPrivate: request.is_private_whois_enabled }),
    // A client that sends the day back as it was read changes nothing; that day has whole seconds.
    ...(request.scheduled_at !== undefined &&
      request.scheduled_at !== printDate(domain.scheduledAt) && {
        scheduledAt: requestedDay('scheduled_at', request.scheduled_at),
      }),
  }
}

/**
 * The keys that the account sends, together with the key that the platform manages for its zone. That key is removed only
 * together with the platform's nameservers: others do not sign with it, so every answer would fail validation.
 */
function requestedKeys(
  request: Request,
  domain: Domain,
  nameServers: readonly Nameserver[] | undefined,
  rules: TldRules,
): DelegationSecurity[] | undefined {
  if (request.is_dnssec_enabled === false) return []
  const given = zoneKeysOf(request, rules)
  const isLeaving = nameServers !== undefined && !hasAllNameservers(domain, nameServers)
  if (given === undefined && !isLeaving) return undefined
  const kept = isLeaving ? [] : domain.zoneKeys.filter(isManaged)
  const own = given ?? domain.zoneKeys.filter((each) => !isManaged(each))
  const added = own.filter(
    (each) => !kept.some((key) => isZoneKey(each) && key.alg === each.alg && key.pubKey === each.pubKey),
  )
  const requested = [...kept, ...added]
  // The order of keys has no meaning: the same keys in another order are no change.
  const isUnchanged =
    requested.length === domain.zoneKeys.length &&
    domain.zoneKeys.every((key) => requested.some((each) => isDeepStrictEqual(each, key)))
  return isUnchanged ? [...domain.zoneKeys] : requested
}

/** Whether the platform adds and removes a key by itself. */
function isManaged(security: DelegationSecurity): security is ZoneKey {
  return isZoneKey(security) && security.isKept === true
}

/** Whether a domain already has all of these nameservers, at least one. */
function hasAllNameservers({ nameServers }: Domain, wanted: readonly Nameserver[]): boolean {
  return wanted.length > 0 && wanted.every(({ name }) => nameServers.some((host) => host.name === name))
}

/** Refuses changes that the rules of the extension or the state of the domain forbid in every phase. */
export function refuseForbidden(domain: Domain, changed: RequestedChanges, rules: TldRules, now: Date): void {
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
  const { ownerHandle, adminHandle, techHandle, billingHandle } = changed
  refuseUncountedChange(
    { owner_handle: ownerHandle, admin_handle: adminHandle, tech_handle: techHandle, billing_handle: billingHandle },
    { extension, contactCounts: rules.contactCounts },
  )
  if (changed.scheduledAt && changed.scheduledAt <= now) {
    fail('invalid_input', { field: 'scheduled_at', problem: 'is not in the future' })
  }
}
