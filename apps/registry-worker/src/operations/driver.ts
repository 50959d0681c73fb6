import type { z } from 'zod'
import type { Refusal } from '@nameyard/contracts/errors'
import type { Result } from '@nameyard/contracts/operation'
import type { readDomains } from '@nameyard/contracts/registry/read-domains'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { showRegistryAccount } from '@nameyard/contracts/registry/show-account'
import type { testRegistryAccount } from '@nameyard/contracts/registry/test-account'
import type { RegistryAccount } from '../registries/registry'
import type { Verdict } from './model/verdict'
import type { ClaimedOperation } from './operation.store'

/** The availability of a name, and the price of a premium name. */
export interface CheckedName {
  readonly available: boolean
  readonly reason?: string | undefined
  readonly premium?: { readonly currency: string; readonly create: number }
}

/** The parts of a check beside the names; `until` is the deadline of the callers, in machine milliseconds. */
export interface CheckQuestion {
  readonly allocationToken?: string
  readonly until: number
  /** The installations that the question has passed, this one at the end. */
  readonly passed: readonly string[]
}

/** The result of each name, or the reason why there is none. */
export type CheckAnswers = readonly (readonly [name: string, answer: CheckedName | Refusal])[]

/** Domains of an account as the registry has them, in the order of the names, and their contacts. */
export type ReadNames = Result<typeof readDomains>

/** A page of names, and where the next one begins. */
export interface NamesPage {
  readonly names: readonly string[]
  readonly next?: string
}

/** A page of names in their order: the next one begins after the last of them. */
export function pageOf(names: readonly string[]): NamesPage {
  const next = names.at(-1)
  return { names, ...(next !== undefined && { next }) }
}

/** What a test of an account has found. */
export type AccountTest = Omit<Result<typeof testRegistryAccount>, 'account'>

/** The settings of an account that only its driver knows, without secrets. */
export type DriverSettings = Pick<Result<typeof showRegistryAccount>, 'rri' | 'upstream'>

/**
 * Carries out what the platform wants of an account. Everything else is the same for every driver: the rows of operations,
 * claims, the journal, retries, unknown outcomes and settlements.
 */
export interface Driver {
  /** The value of `driver` of its accounts. */
  readonly name: string

  /** Why commands of operators do nothing for its accounts, and what to do instead; continues a sentence about the account. */
  readonly unoffered?: { readonly certification: string; readonly rotation: string }

  /** Most operations of the account that are executed at once: its sessions, for a driver that has some. */
  capacity(account: RegistryAccount): number

  /**
   * Executes an operation once. Called again for the same operation after every pause: it reads in the journal and at the
   * registry what earlier executions have done, and never repeats a command whose outcome it has not read. Throws
   * NoSession or NotSent when nothing was sent; after any other error the outcome is unknown.
   */
  execute(operation: ClaimedOperation, worker: number, account: RegistryAccount): Promise<Verdict<RegistryView>>

  /** Checks names of the account's extensions. A failure is an answer of the names that it concerns. */
  check(account: RegistryAccount, names: readonly string[], question: CheckQuestion): Promise<CheckAnswers>

  /** Returns the keys of trademark claims by name, for names with claims (RFC 8334 section 3.1.1). */
  claimKeys(account: RegistryAccount, names: readonly string[], until: number): Promise<ReadonlyMap<string, string>>

  /**
   * Reads domains of the account's extensions with their contacts, until a deadline in machine milliseconds. Changes nothing.
   * A failure is an answer of the names that it concerns.
   */
  read(account: RegistryAccount, names: readonly string[], until: number): Promise<ReadNames>

  /**
   * Lists the names that the account sponsors, a page from a position on. Undefined where the registry has no list. Throws
   * when it does not answer.
   */
  list(account: RegistryAccount, after: string, limit: number): Promise<NamesPage | undefined>

  /** Reads what others have changed: wakes the operations that wait for it, and publishes the rest. Throws when it cannot. */
  poll(account: RegistryAccount, isStopped: () => boolean): Promise<void>

  /** Tests the settings of an account, for its extensions. Absent for EPP: there one session is opened outside the pools. */
  test?(account: RegistryAccount, extensions: readonly string[]): Promise<AccountTest>

  /** Returns the commands that only the registry of an extension has: the schema of the data of each, by name. */
  ownCommands?(account: RegistryAccount, extension: string): Readonly<Record<string, z.ZodType>>

  /** Returns the settings of an account. Absent for EPP. */
  settings?(account: RegistryAccount): Promise<DriverSettings>
}
