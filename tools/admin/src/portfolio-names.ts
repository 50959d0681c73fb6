import { domainToASCII } from 'node:url'
import type { Command } from 'commander'
import { listPortfolioNames, portfolioSource } from '@nameyard/contracts/domains/list-portfolio-names'
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

/**
 * The names of the options in A-labels, and those that this platform, its journal and the registry know of the account. EPP
 * cannot list names: without a report, a name that no part of the platform knows is found at the sandbox registry only.
 */
export async function allNames(
  platform: Operator,
  { account, from, names = [], nameColumn }: NameOptions,
): Promise<string[]> {
  const columns = { name: nameColumn, reseller: 'reseller', owner: 'owner' }
  const given = from === undefined ? [] : namesAlone(from, columns).map(({ name }) => name)
  const all = new Set([...given, ...names].map(inALabels))
  for (const source of portfolioSource.options)
    for (let after = ''; ;) {
      const page = await platform.ask(listPortfolioNames, { account, source, after })
      if (page.names.length === 0) break
      for (const name of page.names) all.add(name)
      after = page.names.at(-1)!
    }
  return [...all].sort()
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
