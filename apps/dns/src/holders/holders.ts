import { Injectable } from '@nestjs/common'
import { findHolders } from '@nameyard/contracts/domains/find-holders'
import type { Call } from '@nameyard/contracts/operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { isPublicSuffix } from '@nameyard/names/public-suffix'
import { ancestorsOf, isWithin } from '@nameyard/names/relation'
import { Database, type Tx } from '@nameyard/persistence/database'
import { heldBelow, holdersOf, type Holder } from './holder.store'
import { provedNames, type ProvedName } from './proved-name.store'

/** Stands for the domain of a holder by decision of an operator: ids of domains begin at 1. */
export const NO_DOMAIN = 0

/** Names that accounts hold. */
export class HeldNames {
  constructor(private readonly names: readonly string[]) {}

  get count(): number {
    return this.names.length
  }

  /** Whether a name is one of these names or below one. */
  includes(name: string): boolean {
    return this.names.some((held) => isWithin(name, held))
  }
}

/** Finds the account that holds a name. Only this account may have zones at the name and below it. */
@Injectable()
export class Holders {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  /**
   * Asks the domains service for the holders of a name and of the names above it: an event about a holder may be on its
   * way. Does not ask when the account is known as the holder. Called before the transaction that uses the answer.
   * @throws service_unavailable
   */
  async ask(name: string, resellerId: number, call: Call): Promise<readonly Holder[]> {
    const names = holdable(name)
    const known = await this.database.read(holdersOf, { names })
    if (nearest(names, known)?.resellerId === resellerId) return []
    return this.answered(names, call)
  }

  private async answered(names: readonly string[], { repeat: _, ...call }: Call): Promise<readonly Holder[]> {
    const { holders } = await this.rpc.call(findHolders, { names: [...names] }, call)
    return holders.map(({ changedAt, ...holder }) => ({ ...holder, changedAt: new Date(changedAt) }))
  }

  /**
   * Returns the holder of a name or of the nearest held name above it; of a stored and an answered holder the later one.
   * The caller has locked the family of the name, so that the stored holder cannot change.
   */
  async of(tx: Tx, name: string, answered: readonly Holder[]): Promise<(Holder & { resellerId: number }) | undefined> {
    const names = holdable(name)
    return nearestLatest(names, [...(await tx.query(holdersOf, { names })), ...answered])
  }

  /**
   * Returns the holder of a name or of the nearest held name above it, for decisions that cannot be undone: asks the
   * domains service although a holder is stored.
   * @throws service_unavailable
   */
  async now(name: string, call: Call): Promise<(Holder & { resellerId: number }) | undefined> {
    const names = holdable(name)
    const stored = await this.database.read(holdersOf, { names })
    return nearestLatest(names, [...stored, ...(await this.answered(names, call))])
  }

  /** Returns the proof of the nearest name, at a name or above it, that an account proved to control. */
  async provedBy(tx: Tx, name: string, now: Date): Promise<ProvedName | undefined> {
    const names = holdable(name)
    const proved = await tx.query(provedNames, { names, now })
    return names.flatMap((each) => proved.find((known) => known.name === each) ?? [])[0]
  }

  /** The names that other accounts hold below a name. `below` is a pattern of the reversed name. */
  async othersBelow(tx: Tx, below: string, resellerId: number): Promise<HeldNames> {
    return new HeldNames((await tx.query(heldBelow, { below, resellerId })).map(({ name }) => name))
  }
}

/** A name and the names above it that a domain can have, nearest first. */
function holdable(name: string): string[] {
  return [name, ...ancestorsOf(name)].filter((each) => each.includes('.') && !isPublicSuffix(each))
}

/** The nearest holder of some names; of several states of one name the latest counts. */
function nearestLatest(names: readonly string[], known: readonly Holder[]) {
  const isOutdated = (holder: Holder) => known.some((other) => other.name === holder.name && isLater(other, holder))
  return nearest(
    names,
    known.filter((holder) => !isOutdated(holder)),
  )
}

function nearest(names: readonly string[], holders: readonly Holder[]): (Holder & { resellerId: number }) | undefined {
  for (const name of names) {
    const holder = holders.find((each) => each.name === name && each.resellerId !== null)
    if (holder) return holder as Holder & { resellerId: number }
  }
  return undefined
}

/** Whether `a` is a later state of the same name than `b`. */
function isLater(a: Holder, b: Holder): boolean {
  if (a.domainId === b.domainId) return a.version > b.version
  if (a.resellerId === null) return false
  const later = a.changedAt.getTime() - b.changedAt.getTime()
  return later === 0 ? a.domainId > b.domainId : later > 0
}
