import { Inject, Injectable } from '@nestjs/common'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import type { RegistryTld } from '../dialects/dialect'
import { Dialects } from '../dialects/dialects'
import { readAccounts } from './accounts-file'
import type { RegistryAccount } from './registry'
import { sandboxes } from './sandbox'
import type { Timeouts } from './terms'

/** An extension of a record, with the account that serves it. */
export interface Route {
  readonly suffix: string
  readonly registry: RegistryAccount
  readonly tld: RegistryTld
}

/** Every registry account of the platform. */
@Injectable()
export class Registries {
  private readonly accounts: RegistryAccount[] = []
  private readonly byName = new Map<string, RegistryAccount>()
  /** The rules of each account's TLDs; those of records are added. A TLD that moved away stays, for older operations. */
  private readonly tlds = new Map<string, Map<string, RegistryTld>>()
  /** The accounts of the extensions that the settings list. */
  private readonly listed = new Map<string, RegistryAccount>()
  private routes: ReadonlyMap<string, RegistryAccount> = new Map()
  /** The accounts of each extension that has had several, oldest first. */
  private history: ReadonlyMap<string, readonly RegistryAccount[]> = new Map()
  private readonly chosen: ReadonlySet<string> | undefined

  constructor(@Inject(REGISTRY_WORKER_CONFIG) config: RegistryWorkerConfig, dialects: Dialects) {
    this.chosen = config.REGISTRY_ACCOUNTS && new Set(config.REGISTRY_ACCOUNTS)
    const timeouts = { connectMs: config.REGISTRY_CONNECT_MS, answerMs: config.REGISTRY_ANSWER_MS }
    const given = [...sandboxes(config, dialects), ...ofOperator(config.REGISTRY_ACCOUNTS_FILE, timeouts, dialects)]
    for (const registry of given) this.add(registry)
  }

  get all(): readonly RegistryAccount[] {
    return this.accounts
  }

  /** The accounts whose operations and message queues this worker serves. It checks names at all of them. */
  get served(): readonly RegistryAccount[] {
    return this.accounts.filter(({ account }) => this.chosen?.has(account) ?? true)
  }

  /** Whether this worker serves some accounts only. */
  get isSelective(): boolean {
    return this.chosen !== undefined
  }

  /** Adds an account, whose extensions run there from now on. */
  add(given: RegistryAccount): void {
    const tlds = new Map(given.tlds)
    const registry = { ...given, tlds }
    this.tlds.set(registry.account, tlds)
    this.accounts.push(registry)
    if (!this.byName.has(registry.account)) this.byName.set(registry.account, registry)
    // The last one wins: a real registry over the sandbox, a profile's endpoint over the common one.
    for (const tld of tlds.keys()) this.listed.set(tld, registry)
  }

  /** Returns the account of a TLD; undefined when no registry of ours serves it. */
  of(tld: string): RegistryAccount | undefined {
    return this.routes.get(tld) ?? this.listed.get(tld)
  }

  /** Returns the account for an extension whose record names one or none; undefined when there is none. */
  accountFor(suffix: string, account: string | undefined): RegistryAccount | undefined {
    const listed = this.listed.get(suffix)
    if (account === undefined || (account === 'sandbox' && listed)) return listed
    return this.byName.get(account)
  }

  /** Returns the first account of an extension that has had several; undefined when it has had one. */
  firstOf(tld: string): RegistryAccount | undefined {
    return this.history.get(tld)?.[0]
  }

  /** Whether names of an extension may be at an account: it is the present one, or was one before. */
  mayHave(registry: RegistryAccount, tld: string): boolean {
    return this.of(tld) === registry || this.history.get(tld)?.includes(registry) === true
  }

  /**
   * Serves the extensions of records, beside those that the settings list. `earlier` are the accounts that each extension had
   * before, oldest first: they keep its names, by the rules that it had there.
   */
  serve(routes: readonly Route[], earlier: readonly Route[]): void {
    for (const { suffix, registry, tld } of [...earlier, ...routes]) this.tlds.get(registry.account)!.set(suffix, tld)
    this.routes = new Map(routes.map(({ suffix, registry }) => [suffix, registry]))
    const accounts = new Map<string, RegistryAccount[]>()
    for (const { suffix, registry } of [...earlier, ...routes]) {
      const listed = this.listed.get(suffix)
      accounts.set(suffix, [...(accounts.get(suffix) ?? (listed ? [listed] : [])), registry])
    }
    this.history = new Map([...accounts].filter(([, all]) => new Set(all).size > 1))
  }

  /** Returns the extensions that the settings list at an account. */
  listedAt(registry: RegistryAccount): string[] {
    return [...this.listed].filter(([, served]) => served === registry).map(([tld]) => tld)
  }

  /** Returns the extensions that run at an account. */
  servedBy(registry: RegistryAccount): string[] {
    return [...registry.tlds.keys()].filter((tld) => this.of(tld) === registry)
  }

  /** Whether there is an account of that name. */
  has(account: string): boolean {
    return this.byName.has(account)
  }

  /** Returns the account of that name. Throws when there is none. */
  named(account: string): RegistryAccount {
    const found = this.byName.get(account)
    if (!found) throw new Error(`there is no registry account ${account}`)
    return found
  }
}

function ofOperator(file: string | undefined, timeouts: Timeouts, dialects: Dialects): readonly RegistryAccount[] {
  if (file === undefined) return []
  try {
    return readAccounts(file, timeouts, dialects)
  } catch (error) {
    throw new Error(`REGISTRY_ACCOUNTS_FILE is not usable. ${(error as Error).message}`, { cause: error })
  }
}
