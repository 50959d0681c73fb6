import { domainToASCII } from 'node:url'
import type { Command } from 'commander'
import { listPortfolioNames, portfolioSource } from '@nameyard/contracts/domains/list-portfolio-names'
import type { Result } from '@nameyard/contracts/operation'
import { list, textOf } from './arguments'
import { namesAlone } from './name-list'
import type { Operator } from './operator'

/** Which names of an account a command is about. */
export interface NameOptions {
  readonly account: string
  readonly from?: string
  readonly names?: readonly string[]
  readonly nameColumn: string
}

/** Names per request: each is asked at the registry with its contacts. */
export const AT_A_TIME = 50
/** Milliseconds of such a request. */
export const READ_MS = 60_000

/** Adds the options that say which names a command is about. */
export function aboutNames(command: Command): Command {
  return command
    .requiredOption('--account <name>', 'the account at the registry, as registry list shows it')
    .option('--from <file>', 'a report of the registry: CSV in UTF-8 with a header line', textOf)
    .option('--name-column <name>', 'the column with the name', 'name')
    .option('--names <names>', 'names separated by commas', list)
}

/** Names of an account, and whether its registry has a list of them. */
export interface FoundNames {
  readonly names: readonly string[]
  readonly isListed: boolean
}

/**
 * The names of the options in A-labels, and those that this platform, its journal and the registry know of the account. EPP and
 * RRI cannot list names: without a report, a name that no part of the platform knows is not found there.
 */
export async function allNames(
  platform: Operator,
  { account, from, names = [], nameColumn }: NameOptions,
): Promise<FoundNames> {
  const columns = { name: nameColumn, reseller: 'reseller', owner: 'owner' }
  const given = from === undefined ? [] : namesAlone(from, columns).map(({ name }) => name)
  const all = new Set([...given, ...names].map(inALabels))
  let isListed = true
  for (const source of portfolioSource.options) {
    const listed = await namesOf(platform, account, source)
    for (const name of listed.names) all.add(name)
    isListed &&= listed.isListed
  }
  return { names: [...all].sort(), isListed }
}

/** The names of an account that one source has. */
export async function namesOf(
  platform: Operator,
  account: string,
  source: (typeof portfolioSource.options)[number],
): Promise<FoundNames> {
  const names = new Set<string>()
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: Result<typeof listPortfolioNames> = await platform.ask(
      listPortfolioNames,
      { account, source, after },
      READ_MS,
    )
    if (!page.isListed) return { names: [], isListed: false }
    for (const name of page.names) names.add(name)
    after = page.next
  }
  return { names: [...names], isListed: true }
}

/** What to do where the registry of an account cannot list names, and none are given. */
export function adviceWithoutList({ account, from, names }: NameOptions, { isListed }: FoundNames): string[] {
  if (isListed || from !== undefined || names !== undefined) return []
  const missing = 'names that are not known here are missing: give its report with --from, or names with --names'
  return [`the registry of ${account} has no list of names, so ${missing}`]
}

/** A name as the platform stores it; what is no name stays, and is not found. */
export function inALabels(name: string): string {
  return domainToASCII(name) || name.toLowerCase()
}

/** Names in parts of one request. */
export function inParts<T>(values: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < values.length; at += AT_A_TIME) parts.push(values.slice(at, at + AT_A_TIME))
  return parts
}
