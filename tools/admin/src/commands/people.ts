import { randomBytes } from 'node:crypto'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import type { InputGiven } from '@nameyard/contracts/operation'
import { Argument, Option, type Command } from 'commander'
import { list, wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

/** A password for whoever was given none, and the line that shows it once: the platform keeps a hash of it. */
function passwordFor(given: string | undefined) {
  const password = given ?? randomBytes(15).toString('base64url')
  return given === undefined
    ? { password, fact: { password }, line: [`password ${password}`] }
    : { password, fact: {}, line: [] }
}

/** Accounts and the people of accounts. */
export function peopleCommands(program: Command, terminal: Terminal): void {
  program
    .command('create-reseller')
    .description('open an account with its first contact person; prints a password when none is given')
    .requiredOption('--company <name>', 'the company')
    .requiredOption('--username <name>', 'what its first person logs in with')
    .requiredOption('--email <address>', 'mail address of that person')
    .option('--currency <code>', 'ISO 4217; prices and balance are in it', 'EUR')
    .option('--password <text>', 'at least eight characters')
    .action(({ company, username, email, currency, password: given }) =>
      terminal.run(async (platform, operator) => {
        const { password, fact, line } = passwordFor(given)
        const contact = { username, email, password }
        const opened = await platform.ask(createReseller, { operator, company, currency, contact })
        const { resellerId, contactId } = opened
        return {
          facts: { ...opened, username, ...fact },
          lines: [`reseller ${resellerId}, contact ${contactId}, username ${username}`, ...line],
        }
      }),
    )

  const change = (
    given: Omit<InputGiven<typeof changeRights>, 'operator'>,
    said: string,
    more: { readonly fact?: object; readonly line?: readonly string[] } = {},
  ) =>
    terminal.run(async (platform, operator) => {
      const { contactId, changed } = await platform.ask(changeRights, { operator, ...given })
      const line = changed.length === 0 ? `${given.username} is so already` : `${given.username} ${said}`
      return { facts: { contactId, changed, ...more.fact }, lines: [line, ...(more.line ?? [])] }
    })

  const contacts = program.command('contacts').description('the people of accounts')
  contacts
    .command('create')
    .description('add a person to an account; prints a password when none is given')
    .requiredOption('--reseller <number>', 'number of the account', wholeNumber)
    .requiredOption('--username <name>', 'what the person logs in with')
    .requiredOption('--email <address>', 'mail address of the person')
    .addOption(new Option('--role <role>', 'role').choices(['admin', 'tech', 'billing']).default('tech'))
    .option('--api-access', 'may use the API')
    .option('--password <text>', 'at least eight characters')
    .action(({ reseller, username, email, role, apiAccess = false, password: given }) =>
      terminal.run(async (platform, operator) => {
        const { password, fact, line } = passwordFor(given)
        const person = { resellerId: reseller, username, email, role, apiAccess, password }
        const { contactId } = await platform.ask(addPerson, { operator, ...person })
        return {
          facts: { contactId, username, ...fact },
          lines: [`contact ${contactId}, username ${username}`, ...line],
        }
      }),
    )
  contacts
    .command('disable')
    .description('let a person log in no more; its tokens stop working within a second')
    .argument('<username>')
    .action((username) => change({ username, isActive: false }, 'may not log in any more'))
  contacts
    .command('enable')
    .description('let a person log in again')
    .argument('<username>')
    .action((username) => change({ username, isActive: true }, 'may log in'))

  program
    .command('api-access')
    .description('switch the use of the API on or off; off ends tokens within a second')
    .argument('<username>')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .action((username, state) => change({ username, apiAccess: state === 'on' }, `has API access ${state}`))

  program
    .command('addresses')
    .description('from where a person may use the API')
    .command('set')
    .description('replace the lists that are given; a denied address wins, an empty allow-list allows all')
    .argument('<username>')
    .option('--allow <list>', 'addresses and CIDR ranges, separated by commas; "" for all', list)
    .option('--deny <list>', 'addresses and CIDR ranges, separated by commas; "" for none', list)
    .action((username, { allow, deny }) => change({ username, allow, deny }, 'has other addresses'))

  program
    .command('password')
    .description('passwords')
    .command('reset')
    .description('give a person a new password and end its tokens; prints one when none is given')
    .argument('<username>')
    .option('--password <text>', 'at least eight characters')
    .action((username, { password: given }) => {
      const { password, ...told } = passwordFor(given)
      return change({ username, password }, 'has a new password', told)
    })
}
