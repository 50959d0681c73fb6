import { Inject, Injectable } from '@nestjs/common'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import type { Registry } from './registry'
import { readAccounts, type Timeouts } from './accounts-file'
import { sandboxes } from './sandbox'

/** Every registry account of the platform. */
@Injectable()
export class Registries {
  readonly all: readonly Registry[]
  private readonly byTld: ReadonlyMap<string, Registry>

  constructor(@Inject(REGISTRY_WORKER_CONFIG) config: RegistryWorkerConfig) {
    const timeouts = { connectMs: config.REGISTRY_CONNECT_MS, answerMs: config.REGISTRY_ANSWER_MS }
    this.all = [...sandboxes(config), ...ofOperator(config.REGISTRY_ACCOUNTS_FILE, timeouts)]
    // The last one wins: a real registry over the sandbox, a door of its own over the common one.
    this.byTld = new Map(this.all.flatMap((registry) => [...registry.tlds.keys()].map((tld) => [tld, registry])))
  }

  /** The account that an extension runs at; undefined for one that no registry of ours serves. */
  of(tld: string): Registry | undefined {
    return this.byTld.get(tld)
  }

  /** The account of that name; rows only carry names of accounts that exist. */
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
