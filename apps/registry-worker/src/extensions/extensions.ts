import { isDeepStrictEqual } from 'node:util'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Changes, type Copy } from '../changes/changes'
import { REGISTRY_WORKER_CONFIG, type RegistryWorkerConfig } from '../config'
import { Registries, type Route } from '../registries/registries'
import { speaksEpp } from '../registries/registry'
import {
  allExtensions,
  countExtensions,
  putSandboxExtension,
  sandboxExtensions,
  type Extension,
} from './extension.store'
import { registryTldOf } from './registry-tld'
import { sandboxRulesOf } from './sandbox-rules'

/** How long a change may take to reach every replica, and a record to come into force; milliseconds. */
const REFRESH_MS = 2_000

/** Milliseconds that the sandbox registry may take for an answer. */
const SANDBOX_ANSWER_MS = 5_000

/**
 * Serves the extensions of the records that operators have set, by the account that each names and from its date on. An
 * extension at the sandbox is served as soon as the sandbox registry serves it too.
 */
@Injectable()
export class Extensions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('extensions')
  private all: readonly Extension[] = []
  private readonly rows: Copy
  /** What the routes were made of, and until when they hold; undefined while the sandbox lacks one. */
  private made: { readonly of: readonly Extension[]; readonly accounts: number; readonly until: number } | undefined
  private refreshing: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly clock: Clock,
    @Inject(REGISTRY_WORKER_CONFIG) private readonly config: RegistryWorkerConfig,
    changes: Changes,
  ) {
    this.rows = changes.follow('extension', () => void this.refresh())
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.refresh()
    this.timer = setInterval(() => void this.keepServing(), REFRESH_MS)
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    await this.refreshing
  }

  /** Reads new records, and serves those in force. A failure is repaired by the next refresh. */
  async refresh(): Promise<void> {
    this.rows.expire()
    await this.keepServing()
  }

  private async keepServing(): Promise<void> {
    await this.refreshing
    await (this.refreshing ??= this.serve()
      .catch((error: Error) => {
        this.rows.expire()
        this.log.warn(`the extensions are not refreshed: ${error.message}`)
      })
      .finally(() => (this.refreshing = undefined)))
  }

  private async read(): Promise<void> {
    this.rows.begin()
    const [counted] = await this.database.read(countExtensions)
    if (counted!.count !== this.all.length) this.all = await this.database.read(allExtensions)
  }

  private async serve(): Promise<void> {
    if (this.rows.isOld) await this.read()
    const [of, accounts, now] = [this.all, this.registries.all.length, this.clock.now()]
    if (of.length === 0) return
    if (this.made?.of === of && this.made.accounts === accounts && now.getTime() < this.made.until) return
    const inForce = new Map(
      this.all.filter(({ effectiveFrom }) => effectiveFrom <= now).map((each) => [each.suffix, each.record]),
    )
    const routes = [...inForce].flatMap(([suffix, record]) => {
      const registry = this.registries.accountFor(suffix, record.registry.account)
      return registry ? [{ suffix, record, registry }] : []
    })
    const waiting = await this.unservedBySandbox(routes.filter(({ registry }) => registry.account === 'sandbox'))
    this.registries.serve(
      routes.filter(({ suffix }) => !waiting.has(suffix)).flatMap((route) => this.routeOf(route) ?? []),
      this.earlier(now, inForce),
    )
    const next = of.find(({ effectiveFrom }) => effectiveFrom > now)
    this.made = waiting.size > 0 ? undefined : { of, accounts, until: next?.effectiveFrom.getTime() ?? Infinity }
  }

  /** The accounts that extensions had by earlier records, each by its last record. */
  private earlier(now: Date, inForce: ReadonlyMap<string, Extension['record']>): readonly Route[] {
    const known = new Map<string, Omit<Route, 'tld'> & Pick<Extension, 'record'>>()
    for (const { suffix, effectiveFrom, record } of this.all) {
      const registry = this.registries.accountFor(suffix, record.registry.account)
      if (effectiveFrom > now || !registry || record === inForce.get(suffix)) continue
      known.set(`${suffix} ${registry.account}`, { suffix, record, registry })
    }
    return [...known.values()].flatMap((route) => this.routeOf(route) ?? [])
  }

  /**
   * Returns the route of an extension; undefined when its account does not speak its dialect. Dialects and their options are
   * those of EPP: a registrar upstream sells extensions of every dialect.
   */
  private routeOf({ suffix, record, registry }: Omit<Route, 'tld'> & Pick<Extension, 'record'>): Route | undefined {
    const { dialect: name } = record.registry
    const isEpp = speaksEpp(registry)
    const dialect = isEpp ? registry.dialects.find((each) => each.name === name) : registry.dialects[0]
    try {
      if (!dialect) throw new Error(`the account ${registry.account} does not speak the dialect ${name}`)
      const options = isEpp ? record.registry.options : {}
      const spoken = { ...record, registry: { ...record.registry, options } }
      return { suffix, registry, tld: registryTldOf(spoken, dialect, registry.rules) }
    } catch (error) {
      this.log.warn(`.${suffix} is not served: ${(error as Error).message}`)
      return undefined
    }
  }

  /** Makes the sandbox registry serve extensions by their rules. Returns those that it does not serve yet. */
  private async unservedBySandbox(
    routes: readonly { readonly suffix: string; readonly record: Extension['record'] }[],
  ): Promise<ReadonlySet<string>> {
    if (routes.length === 0) return new Set()
    const served = new Map((await this.database.read(sandboxExtensions)).map(({ suffix, rules }) => [suffix, rules]))
    const unserved = new Set<string>()
    for (const { suffix, record } of routes) {
      const rules = sandboxRulesOf(record)
      if (isDeepStrictEqual(served.get(suffix), rules)) continue
      try {
        await this.tellSandbox(suffix, rules)
        await this.database.read(putSandboxExtension, { suffix, rules: JSON.stringify(rules) })
      } catch (error) {
        this.log.warn(`the sandbox registry does not serve .${suffix} yet: ${(error as Error).message}`)
        unserved.add(suffix)
      }
    }
    return unserved
  }

  private async tellSandbox(suffix: string, rules: object): Promise<void> {
    const url = new URL(`/tlds/${encodeURIComponent(suffix)}`, this.config.REGISTRY_SANDBOX_CONTROL_URL)
    const signal = AbortSignal.timeout(SANDBOX_ANSWER_MS)
    const response = await fetch(url, { method: 'PUT', body: JSON.stringify(rules), signal })
    if (!response.ok) throw new Error(`it answered ${response.status}: ${await response.text()}`)
  }
}
