import { setRequestLimit } from '@nameyard/contracts/access/set-request-limit'
import type { Command } from 'commander'
import { positiveNumber, wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

/** How many requests an account may make. */
export function requestLimitCommands(program: Command, terminal: Terminal): void {
  const limits = program.command('request-limit').description('how many requests an account may make')
  limits
    .command('set')
    .description('give an account a limit of its own; it counts within a second')
    .argument('<reseller>', 'number of the account', wholeNumber)
    .requiredOption('--per-second <number>', 'requests a second in the long run', positiveNumber)
    .requiredOption('--burst <number>', 'requests at once when the account was quiet', wholeNumber)
    .action((resellerId, limit) => set(resellerId, limit, `may make ${limit.perSecond} requests a second`))
  limits
    .command('reset')
    .description('give an account the limit that all have')
    .argument('<reseller>', 'number of the account', wholeNumber)
    .action((resellerId) => set(resellerId, undefined, 'has the limit that all have'))

  const set = (resellerId: number, limit: { perSecond: number; burst: number } | undefined, said: string) =>
    terminal.run(async (platform, operator) => {
      const { changed } = await platform.ask(setRequestLimit, { operator, resellerId, limit })
      return { facts: { changed }, lines: [`reseller ${resellerId} ${changed ? said : 'is so already'}`] }
    })
}
