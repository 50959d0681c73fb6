import type { Command } from 'commander'
import {
  comparePortfolio,
  repairPortfolio,
  type PortfolioComparison,
} from '@nameyard/contracts/domains/compare-portfolio'
import type { Result } from '@nameyard/contracts/operation'
import type { Operator } from '../operator'
import { aboutNames, adviceWithoutList, allNames, inParts, READ_MS, type NameOptions } from '../portfolio-names'
import { listed, type Answer, type Terminal } from '../terminal'

type Compared = Result<typeof comparePortfolio>['names'][number]

interface CompareOptions extends NameOptions {
  readonly repair?: boolean
  readonly yes?: boolean
}

/** What a comparison found, in words. Names that are equal, and names that nobody has, are not listed. */
const titles: Readonly<Partial<Record<PortfolioComparison, string>>> = {
  unknown: 'ours there, unknown here (portfolio adopt or recover)',
  gone: 'known here, gone there',
  different: 'different',
  busy: 'with an order or operation under way: compare again later',
  unreadable: 'not answered by the registry: compare again',
  elsewhere: 'with an extension that this account does not serve, or of another account of ours',
}

/** The comparison of domains with their registry. */
export function portfolioComparing(portfolio: Command, terminal: Terminal): void {
  aboutNames(
    portfolio
      .command('compare')
      .description(
        'compare domains with their registry: what is ours there and unknown here, known here and gone there, and every ' +
          'difference. Fails when there is one',
      ),
  )
    .option('--repair', 'send our name servers, DNSSEC and statuses, read the dates, and end what is gone, after a yes')
    .option('--yes', 'repair without asking')
    .action((options: CompareOptions) =>
      terminal.run(async (platform, operator) => {
        const known = await allNames(platform, options)
        const found = await compared(platform, options.account, known.names)
        const advice = adviceWithoutList(options, known)
        const report = [...advice, ...listed(found.flatMap(linesOf)), countsOf(found)]
        const repairable = found.filter(({ comparison }) => comparison === 'different' || comparison === 'gone')
        const answer = answerOf(found, report)
        if (!options.repair || repairable.length === 0) return answer
        terminal.note(report)
        if (!options.yes && !(await terminal.confirm(`Repair ${repairable.length} names?`)))
          return { ...answer, lines: ['nothing is changed; --yes repairs them'] }
        let repairing = 0
        for (const part of inParts(repairable.map(({ name }) => name)))
          repairing += (await platform.ask(repairPortfolio, { operator, names: part })).repairing
        const lines = [`${repairing} names are being repaired: compare again in a minute`]
        return { facts: { ...answer.facts, repairing }, lines }
      }),
    )
}

async function compared(platform: Operator, account: string, all: readonly string[]): Promise<Compared[]> {
  const found: Compared[] = []
  for (const names of inParts(all))
    found.push(...(await platform.ask(comparePortfolio, { account, names }, READ_MS)).names)
  return found
}

function answerOf(found: readonly Compared[], lines: readonly string[]): Answer {
  const names = found.filter(({ comparison }) => titles[comparison] !== undefined)
  const differing = names.filter(({ comparison }) => comparison !== 'busy' && comparison !== 'elsewhere')
  return {
    facts: { compared: found.length, names },
    lines,
    ...(differing.length > 0 && { failure: `${differing.length} names differ` }),
  }
}

function linesOf({ name, comparison, differences }: Compared): (readonly [string, string])[] {
  const title = titles[comparison]
  if (title === undefined) return []
  const words = differences.map(({ field, here, there }) => `${field}: here ${here}, there ${there}`)
  return [[title, words.length > 0 ? `${name} (${words.join('; ')})` : name]]
}

function countsOf(found: readonly Compared[]): string {
  const count = (comparison: PortfolioComparison) => found.filter((each) => each.comparison === comparison).length
  const parts = [
    `${count('same')} equal`,
    `${count('unknown')} unknown here`,
    `${count('gone')} gone there`,
    `${count('different')} different`,
    ...(count('busy') > 0 ? [`${count('busy')} under way`] : []),
    ...(count('unreadable') > 0 ? [`${count('unreadable')} not answered`] : []),
  ]
  return parts.join(', ')
}
