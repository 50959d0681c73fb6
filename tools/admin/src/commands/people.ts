import { randomBytes } from 'node:crypto'
import { Argument, Option, type Command } from 'commander'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { issueLoginCode } from '@nameyard/contracts/factors/issue-login-code'
import type { InputGiven } from '@nameyard/contracts/operation'
import { everyRole } from '@nameyard/contracts/roles'
import { list, wholeNumber } from '../arguments'
import type { Terminal } from '../terminal'

/** The given password, or a new one with the line that shows it once: the platform stores only its hash. */
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
    .description('create an account with its first contact person; prints a password if none is given')
    .requiredOption('--company <name>', 'name of the company')
    .requiredOption('--username <name>', 'username of that person')
    .requiredOption('--email <address>', 'mail address of that person')
    .option('--currency <code>', 'ISO 4217; the currency of its prices and balance', 'EUR')
    .option('--roles', 'the roles of its people limit what they may do (docs/roles.md)')
    .option('--password <text>', 'at least 15 characters')
    .action(({ company, username, email, currency, roles: enforcesRoles = false, password: given }) =>
      terminal.run(async (platform, operator) => {
        const { password, fact, line } = passwordFor(given)
        const contact = { username, email, password }
        const opened = await platform.ask(createReseller, { operator, company, currency, enforcesRoles, contact })
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
      const line = changed.length === 0 ? `${given.username} has these settings already` : `${given.username} ${said}`
      return { facts: { contactId, changed, ...more.fact }, lines: [line, ...(more.line ?? [])] }
    })

  const contacts = program.command('contacts').description('the contact persons of accounts')
  contacts
    .command('create')
    .description('add a person to an account; prints a password if none is given')
    .requiredOption('--reseller <number>', 'number of the account', wholeNumber)
    .requiredOption('--username <name>', 'username of the person')
    .requiredOption('--email <address>', 'mail address of the person')
    .addOption(new Option('--role <role>', 'role').choices(everyRole).default('tech'))
    .option('--api-access', 'may use the API')
    .option('--password <text>', 'at least 15 characters')
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
    .description('stop a person from logging in; their tokens stop working within a second')
    .argument('<username>')
    .action((username) => change({ username, isActive: false }, 'can no longer log in'))
  contacts
    .command('enable')
    .description('let a person log in again')
    .argument('<username>')
    .action((username) => change({ username, isActive: true }, 'can log in'))

  contacts
    .command('login-code')
    .description('print a code with which a person without a second factor logs in once within 24 hours')
    .argument('<username>')
    .action((username) =>
      terminal.run(async (platform, operator) => {
        const issued = await platform.ask(issueLoginCode, { operator, username })
        return { facts: issued, lines: [`login code ${issued.code}, until ${issued.expiresAt} UTC`] }
      }),
    )

  program
    .command('api-access')
    .description('switch API access of a person on or off; off revokes their tokens within a second')
    .argument('<username>')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .action((username, state) => change({ username, apiAccess: state === 'on' }, `has API access ${state}`))

  program
    .command('addresses')
    .description('the addresses from which a person may use the API')
    .command('set')
    .description('replace the given lists; the deny-list wins, and an empty allow-list allows all addresses')
    .argument('<username>')
    .option('--allow <list>', 'addresses and CIDR ranges, separated by commas; "" for all', list)
    .option('--deny <list>', 'addresses and CIDR ranges, separated by commas; "" for none', list)
    .action((username, { allow, deny }) => change({ username, allow, deny }, 'has new address lists'))

  program
    .command('password')
    .description('passwords')
    .command('reset')
    .description('set a new password and revoke the tokens of a person; prints a password if none is given')
    .argument('<username>')
    .option('--password <text>', 'at least 15 characters')
    .action((username, { password: given }) => {
      const { password, ...shown } = passwordFor(given)
      return change({ username, password }, 'has a new password', shown)
    })
}
