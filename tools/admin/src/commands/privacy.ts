import { type Command, Option } from 'commander'
import { erasePerson } from '@nameyard/contracts/privacy/erase-person'
import { exportPerson } from '@nameyard/contracts/privacy/export-person'
import type { Terminal } from '../terminal'

/** Whose data: exactly one of the two. */
const customer = () => new Option('--customer <handle>', 'handle of a customer').conflicts('contact')
const contact = () => new Option('--contact <username>', 'username of a person with a login')

/** The rights of people: a copy of their data, and erasure. */
export function privacyCommands(program: Command, terminal: Terminal): void {
  const privacy = program.command('privacy').description('the data of people: a copy of all, and erasure')
  const personOf = (command: Command, given: { readonly customer?: string; readonly contact?: string }) => {
    const { customer: handle, contact: username } = given
    if (handle === undefined && username === undefined) command.error('error: Give --customer or --contact')
    return handle === undefined ? { username } : { handle }
  }

  privacy
    .command('export')
    .description('print all that the platform has about a person as one JSON document, without secrets')
    .addOption(customer())
    .addOption(contact())
    .action((given, command: Command) => {
      const person = personOf(command, given)
      return terminal.run(async (platform, operator) => {
        const facts = await platform.ask(exportPerson, { operator, ...person })
        return { facts, lines: [JSON.stringify(facts, undefined, 2)] }
      })
    })

  privacy
    .command('erase')
    .description('delete a person and erase the data in all services, at once or when the duty to keep them ends')
    .addOption(customer())
    .addOption(contact())
    .action((given, command: Command) => {
      const person = personOf(command, given)
      return terminal.run(async (platform, operator) => {
        const { keptUntil } = await platform.ask(erasePerson, { operator, ...person })
        const line =
          keptUntil === null
            ? 'the data are erased'
            : `deleted; the data of a registrant must stay until ${keptUntil} and are erased then`
        return { facts: { keptUntil }, lines: [line] }
      })
    })
}
