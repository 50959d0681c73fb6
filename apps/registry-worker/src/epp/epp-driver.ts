import { Injectable, type OnModuleInit } from '@nestjs/common'
import type { z } from 'zod'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { agreedTld } from '../dialects/tld-rules'
import {
  pageOf,
  type CheckAnswers,
  type CheckQuestion,
  type Driver,
  type NamesPage,
  type ReadNames,
} from '../operations/driver'
import { Drivers } from '../operations/drivers'
import { Executors } from '../operations/executors'
import type { Verdict } from '../operations/model/verdict'
import type { ClaimedOperation } from '../operations/operation.store'
import { DrainPollQueue } from '../poll/drain-poll-queue'
import { EppCheck } from '../queries/epp-check'
import { EppRead } from '../queries/epp-read'
import { eppAccount, type RegistryAccount } from '../registries/registry'
import { EppSessions } from '../sessions/epp-sessions'

/** Drives the accounts at registries that speak EPP: one session for each operation. */
@Injectable()
export class EppDriver implements Driver, OnModuleInit {
  readonly name = 'epp'

  constructor(
    private readonly drivers: Drivers,
    private readonly pools: EppSessions,
    private readonly executors: Executors,
    private readonly names: EppCheck,
    private readonly domains: EppRead,
    private readonly queue: DrainPollQueue,
  ) {}

  onModuleInit(): void {
    this.drivers.add(this)
  }

  capacity({ account }: RegistryAccount): number {
    return this.pools.of(account).most
  }

  execute(operation: ClaimedOperation, worker: number, account: RegistryAccount): Promise<Verdict<RegistryView>> {
    const registry = eppAccount(account)
    const { object } = operation
    const tld = registry.tlds.get(object.slice(object.indexOf('.') + 1))!
    return this.pools
      .of(account.account)
      .withSession((session) =>
        this.executors.execute({ operation, worker, registry, tld: agreedTld(tld, session.extensions), session }),
      )
  }

  check(account: RegistryAccount, names: readonly string[], question: CheckQuestion): Promise<CheckAnswers> {
    return this.names.check(account, names, question)
  }

  claimKeys(account: RegistryAccount, names: readonly string[], until: number): Promise<ReadonlyMap<string, string>> {
    return this.names.claimKeys(account, names, until)
  }

  ownCommands(account: RegistryAccount, extension: string): Readonly<Record<string, z.ZodType>> {
    return account.tlds.get(extension)!.dialect.ownCommands()
  }

  read(account: RegistryAccount, names: readonly string[], until: number): Promise<ReadNames> {
    return this.domains.read(eppAccount(account), names, until)
  }

  /** EPP has no list of names. The sandbox registry has one. */
  async list({ listNames }: RegistryAccount, after: string, limit: number): Promise<NamesPage | undefined> {
    const names = await listNames?.(after, limit)
    return names && pageOf(names)
  }

  poll(account: RegistryAccount, isStopped: () => boolean): Promise<void> {
    return this.queue.drain(eppAccount(account), isStopped)
  }
}
