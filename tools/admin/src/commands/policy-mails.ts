import { Argument, type Command } from 'commander'
import { setPolicyMails } from '@nameyard/contracts/emails/set-policy-mails'
import { mailPolicies, type MailPolicy } from '@nameyard/contracts/events/account-event'
import { wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

/** Who sends the mails to registrants that a policy demands. */
export function policyMailCommands(program: Command, terminal: Terminal): void {
  const mails = program.command('policy-mails').description('who sends the mails to registrants that a policy demands')
  const command = (name: string, description: string, isSentByReseller: boolean) =>
    mails
      .command(name)
      .description(description)
      .argument('<reseller>', 'number of the account', wholeNumber)
      .addArgument(new Argument('<policy>', 'the policy').choices(mailPolicies))
      .action((resellerId, policy) => set(resellerId, policy, isSentByReseller))
  command('reseller', 'the reseller sends them itself: it may switch those of the platform off', true)
  command('platform', 'the platform sends them, whatever the reseller has set (the default)', false)

  const set = (resellerId: number, policy: MailPolicy, isSentByReseller: boolean) =>
    terminal.run(async (platform, operator) => {
      const { changed } = await platform.ask(setPolicyMails, { operator, resellerId, policy, isSentByReseller })
      const said = isSentByReseller
        ? `sends the mails of the ${policy} policy itself`
        : `has the mails of the ${policy} policy from the platform`
      return { facts: { changed }, lines: [`reseller ${resellerId} ${changed ? said : 'has this record already'}`] }
    })
}
