import { Inject, Injectable } from '@nestjs/common'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { readAccounts, type Timeouts } from './accounts-file'
import type { Registry, RegistryTld } from './registry'
import { sandboxes } from './sandbox'

/** An extension of a record, with the account that serves it. */
export interface Route {
  readonly suffix: string
  readonly registry: Registry
  readonly tld: RegistryTld
}

/** Every registry account of the platform. */
@Injectable()
export class Registries {
  readonly all: readonly Registry[]
  /** The rules of each account's TLDs; those of records are added. A TLD that moved away stays, for older operations. */
  private readonly tlds: ReadonlyMap<string, Map<string, RegistryTld>>
  /** The accounts of the extensions that the settings list. */
  private readonly listed: ReadonlyMap<string, Registry>
  private routes: ReadonlyMap<string, Registry> = new Map()

  constructor(@Inject(REGISTRY_WORKER_CONFIG) config: RegistryWorkerConfig) {
    const timeouts = { connectMs: config.REGISTRY_CONNECT_MS, answerMs: config.REGISTRY_ANSWER_MS }
    const given = [...sandboxes(config), ...ofOperator(config.REGISTRY_ACCOUNTS_FILE, timeouts)]
    this.tlds = new Map(given.map(({ account, tlds }) => [account, new Map(tlds)]))
    this.all = given.map((registry) => ({ ...registry, tlds: this.tlds.get(registry.account)! }))
    // The last one wins: a real registry over the sandbox, a profile's endpoint over the common one.
    this.listed = new Map(this.all.flatMap((registry) => [...registry.tlds.keys()].map((tld) => [tld, registry])))
  }

  /** Returns the account of a TLD; undefined when no registry of ours serves it. */
  of(tld: string): Registry | undefined {
    return this.routes.get(tld) ?? this.listed.get(tld)
  }

  /** Returns the account for an extension whose record names one or none; undefined when there is none. */
  accountFor(suffix: string, account: string | undefined): Registry | undefined {
    const listed = this.listed.get(suffix)
    if (account === undefined || (account === 'sandbox' && listed)) return listed
    return this.all.find((registry) => registry.account === account)
  }

  /** Serves the extensions of records, beside those that the settings list. */
  serve(routes: readonly Route[]): void {
    for (const { suffix, registry, tld } of routes) this.tlds.get(registry.account)!.set(suffix, tld)
    this.routes = new Map(routes.map(({ suffix, registry }) => [suffix, registry]))
  }

  /** Returns the extensions that the settings list at an account. */
  listedAt(registry: Registry): string[] {
    return [...this.listed].filter(([, served]) => served === registry).map(([tld]) => tld)
  }

  /** Returns the extensions that run at an account. */
  servedBy(registry: Registry): string[] {
    return [...registry.tlds.keys()].filter((tld) => this.of(tld) === registry)
  }

  /** Returns the account of that name. Throws when there is none. */
  named(account: string): Registry {
    const found = this.all.find((registry) => registry.account === account)
    if (!found) throw new Error(`there is no registry account ${account}`)
    return found
  }
}

function ofOperator(file: string | undefined, timeouts: Timeouts): readonly Registry[] {
  if (file === undefined) return []
  try {
    return readAccounts(file, timeouts)
  } catch (error) {
    throw new Error(`REGISTRY_ACCOUNTS_FILE is not usable. ${(error as Error).message}`, { cause: error })
  }
}
