import { createHash } from 'node:crypto'
import { updateDomain } from '@nameyard/epp/domain/update'
import { deleteHost } from '@nameyard/epp/host/delete'
import { infoHost } from '@nameyard/epp/host/info'
import { updateHost } from '@nameyard/epp/host/update'
import { Injectable } from '@nestjs/common'
import { ClientLocks, UPDATE_LOCK } from './client-locks'
import { Exchange } from './exchange'
import type { AnyExecution } from './execution'
import { Journal } from './journal.store'
import { KeptHosts } from './kept-host.store'
import { isBelow } from './linked-objects'
import { isOurs } from './model/seen'

/**
 * Where hosts go whose domain is deleted while others use them: a name that nobody can ever register (RFC 6761 section
 * 6.4), so that nobody can take over the domains that are delegated to it (RFC 9874 section 5.2).
 */
const GRAVE = 'sacrificial.invalid'

/** By which name a rename is journaled. */
const RENAME = 'host:rename'

/** The host objects below a domain, which stand in the way of its deletion (RFC 5731 section 3.2.2). */
@Injectable()
export class SubordinateHosts {
  constructor(
    private readonly exchange: Exchange,
    private readonly locks: ClientLocks,
    private readonly kept: KeptHosts,
    private readonly journal: Journal,
  ) {}

  /**
   * Takes the hosts below the domain out of its way: what only the domain itself uses is deleted, what others use is
   * renamed. What the registry refuses of that is left to its answer to the delete.
   */
  async free(execution: AnyExecution): Promise<void> {
    const { seen } = await this.exchange.look(execution)
    if (seen === undefined || !isOurs(seen, execution.registry.connection.clientId)) return
    const { object } = execution.operation
    const own = seen.ns?.hosts.filter(({ name }) => isBelow(name.toLowerCase(), object)) ?? []
    if (seen.ns && own.length > 0) {
      if (seen.statuses.includes(UPDATE_LOCK)) await this.locks.unlock(execution, [UPDATE_LOCK])
      const rem = { ns: { form: seen.ns.form, hosts: own } }
      await this.exchange.send(execution, object, updateDomain({ name: object, rem }))
    }
    for (const host of seen.subordinateHosts) await this.bury(execution, host.toLowerCase())
  }

  /**
   * The hosts that this operation has renamed, in whichever execution. A rename whose answer was lost is looked up by the
   * new name, which is the same in every try.
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
    // Addresses belong to hosts of the registry's own names only.
    const rem = { addresses: found.data.addresses }
    const rename = updateHost({ name: host, rem, newName: graveOf(execution, host) })
    await this.exchange.send(execution, host, { ...rename, name: RENAME })
  }
}

/** The same for the same host of the same operation: a rename that is repeated after a lost answer is recognized. */
function graveOf({ operation }: AnyExecution, host: string): string {
  const digest = createHash('sha256').update(`${operation.id} ${host}`).digest('hex')
  return `${digest.slice(0, 20)}.${GRAVE}`
}
