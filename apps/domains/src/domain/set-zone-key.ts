import { setZoneKey } from '@nameyard/contracts/domains/set-zone-key'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { DomainChanges } from './domain-changes'
import { lockLiveDomain } from './domain.store'
import { hasOpen } from './registry-operation.store'
import { desiredOf } from './model/desired'
import type { Domain, ZoneKey } from './model/domain'
import { updateOf } from './model/update'
import { permitted } from './permitted'

type Request = Input<typeof setZoneKey>

/** Has the registry know the key of a zone that is signed here, as an update of the domain. */
@Controller()
export class SetZoneKey {
  constructor(
    private readonly database: Database,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  @Handles(setZoneKey)
  async execute(request: Request, call: Call): Promise<Result<typeof setZoneKey>> {
    return this.database.unitOfWork(call, async (tx) => {
      const domain = await lockLiveDomain(tx, request.name)
      if (domain?.resellerId !== request.resellerId) return { state: 'elsewhere' }
      if (request.isPresent && !isDelegatedOnlyTo(domain, request.nameservers)) return { state: 'elsewhere' }
      const update = updateOf(domain, { zoneKeys: keysOf(domain, request) })
      if (update.parts.length === 0) return { state: (await hasOpen(tx, domain.id, ['update'])) ? 'pending' : 'done' }
      for (const part of update.parts) permitted(part, domain)
      await this.submit(tx, domain, update)
      return { state: 'pending' }
    })
  }

  private async submit(tx: Tx, before: Domain, { changed, rollback }: ReturnType<typeof updateOf>): Promise<void> {
    const after: Domain = { ...before, ...changed, changedAt: this.clock.now(), version: before.version + 1 }
    await this.changes.save(tx, before, after)
    const desired = desiredOf(after, this.config.PARKING_NAMESERVERS)
    const wish: RegistryWish = { kind: 'domain.update', intent: { name: after.name, desired } }
    await this.submissions.submit(tx, after, wish, { purpose: 'update', cause: 'order', rollback })
  }
}

/** The keys of the account beside that of the zone, or without it. */
function keysOf(domain: Domain, { key, isPresent }: Request): ZoneKey[] {
  const others = domain.zoneKeys.filter(({ alg, pubKey }) => alg !== key.alg || pubKey !== key.pubKey)
  if (!isPresent) return others
  if (others.length < domain.zoneKeys.length) return [...domain.zoneKeys]
  const { algorithms, maxRecords } = rulesOf(domain).dnssec
  if (!algorithms.includes(key.alg)) fail('dnssec_algorithm_unsupported', { key: domain.name, alg: key.alg })
  if (others.length >= maxRecords)
    fail('dnssec_key_invalid', { key: domain.name, problem: `at most ${maxRecords} keys are taken` })
  return [...others, { ...key, isKept: true }]
}

/** Whether a domain is delegated to these nameservers and no others. */
function isDelegatedOnlyTo({ nameServers }: Domain, names: readonly string[]): boolean {
  return nameServers.length > 0 && nameServers.every(({ name }) => names.includes(name))
}
