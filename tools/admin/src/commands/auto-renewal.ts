import { setAutoRenewal } from '@nameyard/contracts/access/set-auto-renewal'
import type { Command } from 'commander'
import { wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

/** What `autorenew: default` means for the domains of an account. */
export function autoRenewalCommands(program: Command, terminal: Terminal): void {
  const renewal = program
    .command('auto-renewal')
    .description('whether the domains of an account renew by themselves that follow its setting')
  renewal
    .command('on')
    .description('they renew; so it is from the start')
    .argument('<reseller>', 'number of the account', wholeNumber)
    .action((resellerId) => set(resellerId, true))
  renewal
    .command('off')
    .description('they lapse unless they are renewed')
    .argument('<reseller>', 'number of the account', wholeNumber)
    .action((resellerId) => set(resellerId, false))

  const set = (resellerId: number, isEnabled: boolean) =>
    terminal.run(async (platform, operator) => {
      const { changed } = await platform.ask(setAutoRenewal, { operator, resellerId, isEnabled })
      const said = isEnabled ? 'has its domains renewed by default' : 'has its domains lapse by default'
      return { facts: { changed }, lines: [`reseller ${resellerId} ${changed ? said : 'is so already'}`] }
    })
}
