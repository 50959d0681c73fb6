import { Controller } from '@nestjs/common'
import { setZoneKey } from '@nameyard/contracts/domains/set-zone-key'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { lockLiveDomain } from '../lifecycle/domain.store'
import { isZoneKey, type DelegationSecurity, type Domain } from '../lifecycle/model/domain'
import { hasOpen } from '../registry/registry-operation.store'
import { rulesOf } from '../tlds/catalogue'
import { DomainUpdates } from './domain-updates'
import { updateOf } from './model/update'

type Request = Input<typeof setZoneKey>

/** Adds or removes, as an update of the domain, the key of a zone that the platform signs. */
@Controller()
export class SetZoneKey {
  constructor(
    private readonly database: Database,
    private readonly updates: DomainUpdates,
  ) {}

  @Handles(setZoneKey)
  async execute(request: Request, call: Call): Promise<Result<typeof setZoneKey>> {
    return this.database.unitOfWork(call, async (tx) => {
      const domain = await lockLiveDomain(tx, request.name)
      if (domain?.resellerId !== request.resellerId) return { state: 'elsewhere' }
      if (request.isPresent && !isDelegatedOnlyTo(domain, request.nameservers)) return { state: 'elsewhere' }
      const update = updateOf(domain, { zoneKeys: keysOf(domain, request) })
      if (update.parts.length === 0) return { state: (await hasOpen(tx, domain.id, ['update'])) ? 'pending' : 'done' }
      this.updates.refuse(domain, update)
      // The dns service repeats the request until the registry has the key, so it is submitted in every phase.
      await this.updates.store(tx, domain, update, { isForced: true })
      return { state: 'pending' }
    })
  }
}

/** The keys of the account with the key of the zone, or without it. */
function keysOf(domain: Domain, { key, isPresent }: Request): DelegationSecurity[] {
  const others = domain.zoneKeys.filter(
    (each) => !isZoneKey(each) || each.alg !== key.alg || each.pubKey !== key.pubKey,
  )
  if (!isPresent) return others
  if (others.length < domain.zoneKeys.length) return [...domain.zoneKeys]
  const { algorithms, maxRecords } = rulesOf(domain).dnssec
  if (!algorithms.includes(key.alg)) fail('dnssec_algorithm_unsupported', { key: domain.name, alg: key.alg })
  if (others.length >= maxRecords)
    fail('dnssec_key_invalid', { key: domain.name, problem: `at most ${maxRecords} keys are accepted` })
  return [...others, { ...key, isKept: true }]
}

/** Whether a domain is delegated to these nameservers and no others. */
function isDelegatedOnlyTo({ nameServers }: Domain, names: readonly string[]): boolean {
  return nameServers.length > 0 && nameServers.every(({ name }) => names.includes(name))
}
