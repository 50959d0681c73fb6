import { Inject, Injectable } from '@nestjs/common'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { readAccounts, type Timeouts } from './accounts-file'
import type { Registry } from './registry'
import { sandboxes } from './sandbox'

/** Every registry account of the platform. */
@Injectable()
export class Registries {
  readonly all: readonly Registry[]
  private readonly byTld: ReadonlyMap<string, Registry>

  constructor(@Inject(REGISTRY_WORKER_CONFIG) config: RegistryWorkerConfig) {
    const timeouts = { connectMs: config.REGISTRY_CONNECT_MS, answerMs: config.REGISTRY_ANSWER_MS }
    this.all = [...sandboxes(config), ...ofOperator(config.REGISTRY_ACCOUNTS_FILE, timeouts)]
    // The last one wins: a real registry over the sandbox, a profile's endpoint over the common one.
    this.byTld = new Map(this.all.flatMap((registry) => [...registry.tlds.keys()].map((tld) => [tld, registry])))
  }

  /** Returns the account of a TLD; undefined when no registry of ours serves it. */
  of(tld: string): Registry | undefined {
    return this.byTld.get(tld)
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
