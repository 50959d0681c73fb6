import { Controller } from '@nestjs/common'
import { suggestNames } from '@nameyard/contracts/domains/suggest-names'
import { Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Installation } from '../installation/installation'
import { liveNames } from '../lifecycle/domain.store'
import { isSigned, soldTlds } from '../tlds/catalogue'
import { PricedExtensions } from '../tlds/priced-extensions'
import { soldExtension } from '../tlds/requested-name'
import type { Tld } from '../tlds/tld'
import { byPopularity } from './model/popularity'
import { candidates, type Candidate } from './model/suggestions'

/** Number of suggestions by default. */
const USUAL_LIMIT = 10

/** Names per check, and most checks of one request: suggestions must not load the registries. */
const ASKED_AT_ONCE = 30
const MAX_QUESTIONS = 3

/** Refusals after which no name of the check is suggested: there is no answer of the registry. */
const withoutAnswer: ReadonlySet<ErrorName> = new Set(['registry_refused', 'registry_failed', 'registry_unavailable'])

/** Suggests free names that resemble some words, under the requested extensions or all that are sold. */
@Controller()
export class SuggestNames {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly installation: Installation,
    private readonly priced: PricedExtensions,
  ) {}

  @Handles(suggestNames)
  async execute(
    { name, tlds: wanted = [], language, sensitive, limit = USUAL_LIMIT }: Input<typeof suggestNames>,
    call: Call,
  ): Promise<Result<typeof suggestNames>> {
    const priced = await this.priced.forCaller(call)
    const isSold = (tld: Tld) => isSuggested(tld) && priced.has(tld.extension)
    const extensions =
      wanted.length > 0 ? wanted.map(soldExtension) : byPopularity([...soldTlds.values()].filter(isSold), language)
    const hasIdn = ({ idnScripts }: Tld) => idnScripts.length > 0
    const all = candidates(
      name,
      extensions.map((tld) => ({ extension: tld.extension, hasIdn: hasIdn(tld) })),
      { language, isClean: sensitive === true },
    )
    const free: Candidate[] = []
    for (let asked = 0; asked < MAX_QUESTIONS && free.length < limit; asked++) {
      const some = all.slice(asked * ASKED_AT_ONCE, (asked + 1) * ASKED_AT_ONCE)
      if (some.length === 0) break
      free.push(...(await this.free(some, call)))
    }
    return {
      results: free
        .slice(0, limit)
        .map(({ label, extension }) => ({ name: `${label}.${extension}`, domain: label, tld: extension })),
    }
  }

  /** The candidates that neither a registry nor an order of the platform has. */
  private async free(some: readonly Candidate[], call: Call): Promise<Candidate[]> {
    const names = some.map(({ name }) => name)
    const [available, held] = await Promise.all([this.available(names, call), this.database.read(liveNames, { names })])
    const here = new Set(held.map(({ name }) => name))
    return some.filter(({ name }) => available.has(name) && !here.has(name))
  }

  private async available(names: string[], call: Call): Promise<ReadonlySet<string>> {
    try {
      const { results } = await this.rpc.call(checkNames, { names, passed: this.installation.passedBy(call) }, call)
      // Premium names are left out: their price would surprise the customer.
      return new Set(results.flatMap(({ name, available, premium }) => (available && !premium ? [name] : [])))
    } catch (error) {
      if (error instanceof Refusal && withoutAnswer.has(error.refusal)) return new Set()
      throw error
    }
  }
}

function isSuggested(tld: Tld): boolean {
  return tld.status === 'ACT' && isSigned(tld) && !tld.isTest
}
