import type { Command } from 'commander'
import { listExtensions } from '@nameyard/contracts/domains/list-extensions'
import { syncExtensions, type ListedExtension } from '@nameyard/contracts/domains/sync-extensions'
import type { Result } from '@nameyard/contracts/operation'
import type { Operator } from '../operator'
import { publicLists, type ListAddresses } from '../public-lists'
import { listed, type Terminal } from '../terminal'

type Change = Result<typeof syncExtensions>['changes'][number]

/** Extensions per request. */
const AT_A_TIME = 500
/** Milliseconds of such a request. */
const SYNC_MS = 60_000

/** The comparison of the catalogue with public lists. */
export function extensionSync(tld: Command, terminal: Terminal): void {
  tld
    .command('sync')
    .description(
      'compare the catalogue with the root zone list and the RDAP bootstrap of IANA and with the gTLD list of ICANN: add ' +
        'what is new, and give generic extensions the rules of their back-ends. What you confirmed or sell stays',
    )
    .option('--tlds <url>', 'the root zone list', 'https://data.iana.org/TLD/tlds-alpha-by-domain.txt')
    .option('--rdap <url>', 'the RDAP bootstrap (RFC 9224)', 'https://data.iana.org/rdap/dns.json')
    .option('--gtlds <url>', 'the gTLD list', 'https://www.icann.org/resources/registries/gtlds/v2/gtlds.json')
    .option('--yes', 'take over without asking')
    .action(({ yes = false, ...addresses }: ListAddresses & { readonly yes?: boolean }) =>
      terminal.run(async (platform, operator) => {
        const found = await publicLists(addresses)
        const { extensions } = await platform.ask(listExtensions, {})
        const names = new Set(found.map(({ suffix }) => suffix))
        const gone = extensions.filter(
          ({ suffix, account }) => isTop(suffix) && !names.has(suffix) && account !== 'sandbox',
        )
        const seen = await synced(platform, { operator, found, apply: false })
        const report = [
          ...listed([
            ...seen.changes.map((change) => [titleOf(change), `.${change.suffix}`] as const),
            ...gone.map(({ suffix }) => ['not in the root zone: not changed', `.${suffix}`] as const),
          ]),
          `${seen.changes.length} extensions change, ${seen.kept} are confirmed or in use and stay`,
        ]
        const facts = { ...seen, gone: gone.map(({ suffix }) => suffix) }
        if (seen.changes.length === 0) return { facts, lines: report }
        terminal.note(report)
        if (!yes && !(await terminal.confirm(`Take over ${seen.changes.length} extensions?`)))
          return { facts, lines: ['nothing is changed; --yes takes them over'] }
        const done = await synced(platform, { operator, found, apply: true })
        return { facts: { ...facts, ...done }, lines: [`${done.changes.length} extensions are taken over`] }
      }),
    )
}

async function synced(
  platform: Operator,
  { operator, found, apply }: { operator: string; found: readonly ListedExtension[]; apply: boolean },
): Promise<Result<typeof syncExtensions>> {
  const changes: Change[] = []
  let kept = 0
  for (let at = 0; at < found.length; at += AT_A_TIME) {
    const part = { operator, apply, listed: found.slice(at, at + AT_A_TIME) }
    const answer = await platform.ask(syncExtensions, part, SYNC_MS)
    changes.push(...answer.changes)
    kept += answer.kept
  }
  return { changes, kept }
}

function isTop(suffix: string): boolean {
  return !suffix.includes('.')
}

function titleOf({ isNew, backEnd, fields }: Change): string {
  const behind = backEnd === undefined ? 'a back-end that is not known' : `the back-end ${backEnd}`
  return isNew ? `new, with the rules of ${behind}` : `of ${behind}: ${fields.join(', ')}`
}
