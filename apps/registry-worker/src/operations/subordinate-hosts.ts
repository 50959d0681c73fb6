import { createHash } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { deleteHost } from '@nameyard/epp/host/delete'
import { infoHost } from '@nameyard/epp/host/info'
import { updateHost } from '@nameyard/epp/host/update'
import { isOurs } from '../dialects/model/seen'
import { ClientLocks, UPDATE_LOCK } from './client-locks'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { Journal } from './journal.store'
import { KeptHosts } from './kept-host.store'
import { isBelow } from './linked-hosts'

/**
 * The new parent of hosts whose domain is deleted while other domains use them: a name that can never be registered (RFC
 * 6761 section 6.4), so that the delegations cannot be hijacked (RFC 9874 section 5.2).
 */
const GRAVE = 'sacrificial.invalid'

/** The name of a rename in the journal. */
const RENAME = 'host:rename'

/** The host objects below a domain, which prevent its deletion while they are used (RFC 5731 section 3.2.2). */
@Injectable()
export class SubordinateHosts {
  constructor(
    private readonly exchange: Exchange,
    private readonly locks: ClientLocks,
    private readonly kept: KeptHosts,
    private readonly journal: Journal,
  ) {}

  /**
   * Frees the domain of the hosts below it: deletes those that only the domain itself uses, renames the others. A refusal
   * is ignored here: the answer to the delete of the domain shows it.
   */
  async free(execution: AnyExecution): Promise<void> {
    const { seen } = await this.exchange.info(execution)
    if (seen === undefined || !isOurs(seen, execution.registry.registrarId)) return
    const { operation, tld } = execution
    const { object } = operation
    const own = seen.ns?.hosts.filter(({ name }) => isBelow(name.toLowerCase(), object)) ?? []
    if (seen.ns && own.length > 0) {
      if (seen.statuses.includes(UPDATE_LOCK)) await this.locks.unlock(execution, [UPDATE_LOCK])
      const rem = { ns: { form: seen.ns.form, hosts: own } }
      await this.exchange.send(execution, object, tld.dialect.update({ name: object, rem }, undefined, tld))
    }
    for (const host of seen.subordinateHosts) await this.bury(execution, host.toLowerCase())
  }

  /**
   * Returns the hosts that this operation has renamed, in any execution. A rename with a lost answer is checked by the new
   * name, which is the same in every try.
   */
  async renamed(execution: AnyExecution): Promise<{ readonly from: string; readonly to: string }[]> {
    const tried = await this.journal.objectsOf(execution.operation.id, RENAME)
    const renamed: { from: string; to: string }[] = []
    for (const { object: from, isAnswered } of tried) {
      const to = graveOf(execution, from)
      if (isAnswered || (await this.exchange.ask(execution, infoHost(to))).outcome === 'done')
        renamed.push({ from, to })
    }
    return renamed
  }

  private async bury(execution: AnyExecution, host: string): Promise<void> {
    await this.kept.forget(execution.operation.account, host)
    const found = await this.exchange.ask(execution, infoHost(host))
    if (found.outcome !== 'done') return
    if (!found.data.statuses.includes('linked')) {
      await this.exchange.send(execution, host, deleteHost(host))
      return
    }
    // Only hosts below names of the registry have addresses.
    const rem = { addresses: found.data.addresses }
    const rename = updateHost({ name: host, rem, newName: graveOf(execution, host) })
    await this.exchange.send(execution, host, { ...rename, name: RENAME })
  }
}

/** Deterministic for a host and an operation: a rename that is repeated after a lost answer is recognized. */
function graveOf({ operation }: AnyExecution, host: string): string {
  const digest = createHash('sha256').update(`${operation.id} ${host}`).digest('hex')
  return `${digest.slice(0, 20)}.${GRAVE}`
}
