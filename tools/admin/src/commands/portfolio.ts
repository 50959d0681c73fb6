import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { confirmHolder } from '@nameyard/contracts/domains/confirm-holder'
import { MOST_PORTFOLIO_NAMES, openPortfolioJob } from '@nameyard/contracts/domains/open-portfolio-job'
import type { PortfolioState } from '@nameyard/contracts/domains/portfolio-job'
import { showPortfolioJob } from '@nameyard/contracts/domains/show-portfolio-job'
import { startPortfolioJob } from '@nameyard/contracts/domains/start-portfolio-job'
import type { Result } from '@nameyard/contracts/operation'
import { textOf, wholeNumber } from '../arguments'
import { namesIn, type ListedName } from '../name-list'
import type { Operator } from '../operator'
import { namesOf } from '../portfolio-names'
import { listed, type Terminal } from '../terminal'
import { portfolioComparing } from './portfolio-comparing'
import { portfolioRecovering } from './portfolio-recovering'

type Job = Result<typeof showPortfolioJob>

interface AdoptOptions {
  readonly account: string
  readonly from?: string
  readonly reseller?: number
  readonly nameColumn: string
  readonly resellerColumn: string
  readonly ownerColumn: string
  readonly yes?: boolean
}

const PAUSE_MS = 500
/** Opening a job checks every account of its names. */
const OPEN_MS = 60_000

/** Domains that the company has at a registry. */
export function portfolioCommands(program: Command, terminal: Terminal): void {
  const portfolio = program.command('portfolio').description('domains that you have at a registry')
  portfolio
    .command('adopt')
    .description(
      'make domains of names that the registry has under your account, after a report. Nothing is charged and nothing ' +
        'changes at the registry. Run it again after an interruption: it continues. The file is CSV with a header line',
    )
    .requiredOption('--account <name>', 'the account at the registry, as registry list shows it')
    .option('--from <file>', 'UTF-8; without it, the list of the registry or registrar, where it has one', textOf)
    .option(
      '--reseller <number>',
      'the account of names whose line has none, or of all names of such a list',
      wholeNumber,
    )
    .option('--name-column <name>', 'the column with the name', 'name')
    .option('--reseller-column <name>', 'the column with the number of the account', 'reseller')
    .option(
      '--owner-column <name>',
      'the column with the handle of the owner, where the registry has no contacts',
      'owner',
    )
    .option('--yes', 'adopt without asking')
    .action(({ account, from, reseller, nameColumn, resellerColumn, ownerColumn, yes = false }: AdoptOptions) => {
      const columns = { name: nameColumn, reseller: resellerColumn, owner: ownerColumn }
      const given = from === undefined ? undefined : namesIn(from, columns, reseller)
      return terminal.run(async (platform, operator) => {
        const names = given ?? (await unknownNames(platform, account, reseller))
        if (typeof names === 'string') return { facts: {}, lines: [], failure: names }
        if (names.length === 0) return { facts: { names }, lines: ['every name of the list is known here'] }
        const jobId = await opened(platform, { operator, account, names })
        const examined = await ended(platform, jobId, terminal, 'examine')
        const report = await reportOf(platform, jobId, examined)
        if (examined.step === 'examined') {
          terminal.note(report)
          const ready = examined.counts.ready ?? 0
          if (ready > 0 && !yes && !(await terminal.confirm(`Adopt ${ready} names?`)))
            return { facts: { jobId, ...examined }, lines: ['nothing is changed; --yes adopts them'] }
          await platform.ask(startPortfolioJob, { operator, jobId })
        }
        const done = await ended(platform, jobId, terminal, 'apply')
        return { facts: { jobId, ...done }, lines: [countsIn(done)] }
      })
    })
  portfolio
    .command('confirm-holder')
    .description('end the zones of other accounts at an adopted name, as after a transfer; their accounts get a mail')
    .argument('<name>', 'whole name, in Unicode or A-labels')
    .action((name: string) =>
      terminal.run(async (platform, operator) => {
        const facts = await platform.ask(confirmHolder, { operator, name })
        return { facts, lines: [`reseller ${facts.resellerId} holds ${facts.name}`] }
      }),
    )
  portfolioComparing(portfolio, terminal)
  portfolioRecovering(portfolio, terminal)
}

/** The names in the list of the registry that are not known here, for one account; or why there are none. */
async function unknownNames(
  platform: Operator,
  account: string,
  resellerId: number | undefined,
): Promise<ListedName[] | string> {
  if (resellerId === undefined)
    return 'give a file with names (--from), or the account that gets all names (--reseller)'
  const { names, isListed } = await namesOf(platform, account, 'registry')
  if (!isListed) return `the registry of ${account} has no list of names: give a file with them (--from)`
  const here = new Set((await namesOf(platform, account, 'here')).names)
  return names.filter((name) => !here.has(name)).map((name) => ({ name, resellerId, owner: '' }))
}

/** Sends the names, and returns the job. The same names again are the same job until it has ended. */
async function opened(
  platform: Operator,
  { operator, account, names }: { operator: string; account: string; names: readonly ListedName[] },
): Promise<string> {
  const list = createHash('sha256').update(JSON.stringify(names)).digest('hex')
  let jobId = ''
  for (let at = 0; at < names.length; at += MOST_PORTFOLIO_NAMES) {
    const some = names.slice(at, at + MOST_PORTFOLIO_NAMES)
    const job = { operator, kind: 'adopt', account, list, names: some } as const
    ;({ jobId } = await platform.ask(openPortfolioJob, job, OPEN_MS))
  }
  return jobId
}

/** Waits until a step of a job has ended, and shows how far it is. */
async function ended(platform: Operator, jobId: string, terminal: Terminal, step: Job['step']): Promise<Job> {
  let shown = ''
  for (;;) {
    const job = await platform.ask(showPortfolioJob, { jobId })
    if (job.step !== step) return job
    if (countsIn(job) !== shown) terminal.note([(shown = countsIn(job))])
    await setTimeout(PAUSE_MS)
  }
}

const words: Readonly<Record<PortfolioState, string>> = {
  queued: 'to ask',
  ready: 'ready',
  done: 'adopted',
  present: 'here already',
  refused: 'refused',
}

function countsIn({ counts }: Job): string {
  const states = Object.keys(words) as PortfolioState[]
  return states.flatMap((state) => (counts[state] ? [`${counts[state]} ${words[state]}`] : [])).join(', ')
}

/** The refused names by their reasons, the notes, and the zones of other accounts. */
async function reportOf(platform: Operator, jobId: string, job: Job): Promise<string[]> {
  const found: [string, string][] = []
  for (const { name, findings } of await inState(platform, jobId, 'refused')) found.push([findings.reason ?? '', name])
  for (const { name, findings } of await inState(platform, jobId, 'ready')) {
    for (const note of findings.notes ?? []) found.push([note, name])
    for (const { zone, resellerId } of findings.zones ?? [])
      found.push([
        'zones of other accounts, left alone until portfolio confirm-holder',
        `${zone} of reseller ${resellerId} (${name})`,
      ])
  }
  return [...listed(found), countsIn(job)]
}

async function inState(platform: Operator, jobId: string, state: PortfolioState): Promise<Job['names']> {
  const all: Job['names'] = []
  for (;;) {
    const { names } = await platform.ask(showPortfolioJob, { jobId, state, after: all.at(-1)?.name ?? '' })
    all.push(...names)
    if (names.length < MOST_PORTFOLIO_NAMES) return all
  }
}
