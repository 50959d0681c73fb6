import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import type { InputGiven } from '@nameyard/contracts/operation'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { desiredDomain } from '@nameyard/contracts/registry/submit-operation'
import { Journal } from '../operations/journal.store'
import { outOfReach } from '../operations/model/judgment'
import type { Verdict } from '../operations/model/verdict'
import { viewOf } from '../operations/model/view'
import { verdictOf } from './model/answers'
import { seenOf, US } from './model/seen'
import { keyOf, nameserverOf } from './model/terms'
import { UpstreamClient, type UpstreamExecution } from './upstream-client'
import { UpstreamCustomers, type Handles } from './upstream-customers'
import { UpstreamReader, type UpstreamDomain } from './upstream-reader'

type Desired = z.output<typeof desiredDomain>
type Change = Omit<InputGiven<typeof updateDomain>, 'id'>

const UPDATE = 'domain:update'
/** Most updates when a registrar accepts them and changes nothing. */
const ROUNDS = 2

/**
 * Brings a domain upstream to its desired state: compares, sends the difference and compares again. The comparison also
 * shows the effect of a lost update, and switches automatic renewal off: the platform alone decides about renewals.
 */
@Injectable()
export class UpstreamDesiredState {
  constructor(
    private readonly client: UpstreamClient,
    private readonly reader: UpstreamReader,
    private readonly customers: UpstreamCustomers,
    private readonly journal: Journal,
  ) {}

  async apply(execution: UpstreamExecution, desired: Desired): Promise<Verdict<RegistryView>> {
    const { operation } = execution
    const handles = await this.customers.handlesOf(execution, desired)
    if ('kind' in handles) return handles
    for (let round = 0; ; round++) {
      const domain = await this.reader.domain(execution)
      if (typeof domain === 'string') return outOfReach(viewOf(domain, US))
      const data = viewOf(seenOf(domain), US)
      const sent = await this.journal.unsettled(operation.id, UPDATE)
      const started = sent && (await this.reader.underWay(execution, domain, ['domain.update'], sent.sentAt))
      if (started) return { ...started, data }
      const change = differenceOf(domain, desired, handles)
      if (Object.keys(change).length === 0) {
        if (operation.attempts > 1) await this.journal.reconcile(operation.id)
        return { kind: 'done', data }
      }
      const obstacle = obstacleOf(domain, desired, change)
      if (obstacle !== undefined)
        return { kind: 'refused', reason: { refusal: 'registry_refused', text: obstacle }, data }
      if (round === ROUNDS) {
        const text = `the upstream registrar accepted the change and did not make it: ${Object.keys(change).join(', ')}`
        return { kind: 'failed', reason: { refusal: 'registry_refused', text }, data }
      }
      const answer = await this.client.send(execution, UPDATE, updateDomain, { ...change, id: domain.id })
      if (answer.outcome === 'refused') {
        const verdict = verdictOf(answer, operation.attempts)
        return verdict.kind === 'refused' ? { ...verdict, data } : verdict
      }
    }
  }
}

/** The fields to change. */
function differenceOf(domain: UpstreamDomain, desired: Desired, handles: Handles): Change {
  const { nameservers, zoneKeys, statuses, authInfo } = desired
  const isLocked = statuses?.includes('clientTransferProhibited')
  const people = Object.entries(handles as Readonly<Record<string, string>>).filter(
    ([role, handle]) => domain[role as keyof Handles] !== handle,
  )
  const servers = (list: readonly { name: string }[]) =>
    list
      .map(({ name }) => name.toLowerCase())
      .sort()
      .join()
  const hasServers = nameservers !== undefined && servers(nameservers) !== servers(domain.name_servers)
  const printed = (keys: readonly { flags: number; alg: number; pub_key: string }[]) =>
    keys
      .map(({ flags, alg, pub_key: key }) => `${flags} ${alg} ${key}`)
      .sort()
      .join()
  // The API takes keys only. DS records without a key come from domains that were adopted at an EPP registry.
  const keys = zoneKeys?.filter((key) => 'pubKey' in key).map(keyOf)
  return {
    ...Object.fromEntries(people),
    ...(hasServers && nameservers.length > 0 && { name_servers: nameservers.map(nameserverOf) }),
    ...(hasServers && nameservers.length === 0 && { remove_nses: true }),
    ...(keys && printed(keys) !== printed(domain.dnssec_keys ?? []) && { dnssec_keys: keys }),
    ...(isLocked !== undefined && isLocked !== domain.is_locked && { is_locked: isLocked }),
    ...(authInfo !== undefined && domain.auth_code !== '' && authInfo !== domain.auth_code && { auth_code: authInfo }),
    ...(domain.autorenew !== 'off' && { autorenew: 'off' as const }),
  }
}

/** Why the API cannot make a change. */
function obstacleOf(domain: UpstreamDomain, { statuses = [] }: Desired, change: Change): string | undefined {
  if (change.owner_handle !== undefined && domain.trade_allowed)
    return 'the registrant of this extension changes by a trade, and an update cannot make one'
  if (statuses.includes('clientHold') && domain.is_client_hold_enabled !== 'yes')
    return 'the API of the upstream registrar cannot set clientHold'
  return undefined
}
