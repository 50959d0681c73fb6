import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { Refusal } from '@nameyard/contracts/errors'
import { openOperator } from './operator'

const USAGE = `The operator's command line; AMQP_URL names the broker of the platform.

  create-reseller --company <name> --username <name> --email <address> [--currency EUR] [--password <text>]
      opens an account with its first contact person; prints a password when none is given`

/** What is wrong with a command, in one sentence. */
export class Misuse extends Error {}

/** Runs one command; `print` gets its lines. Throws a misuse or what the platform refused, each one sentence. */
export async function runCommand(
  [verb, ...rest]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<void> {
  if (verb === undefined || verb === 'help' || verb === '--help') return print(USAGE)
  if (verb !== 'create-reseller') throw new Misuse(`There is no command ${verb}.`)
  const { password, ...given } = readOptions(rest)
  const { AMQP_URL } = environment
  if (!AMQP_URL) throw new Misuse('AMQP_URL is not set: it names the broker of the platform.')
  const contact = {
    username: required(given, 'username'),
    email: required(given, 'email'),
    password: password ?? randomBytes(15).toString('base64url'),
  }
  const account = { company: required(given, 'company'), currency: given.currency ?? 'EUR', contact }
  const operator = await openOperator(AMQP_URL, false)
  try {
    const { resellerId, contactId } = await operator.ask(createReseller, account)
    print(`reseller ${resellerId}, contact ${contactId}, username ${contact.username}`)
    // Shown once: the platform keeps a hash of it.
    if (password === undefined) print(`password ${contact.password}`)
  } catch (error) {
    const isSilent = error instanceof Refusal && error.refusal === 'service_unavailable'
    throw isSilent ? new Error(`The platform does not answer at ${new URL(AMQP_URL).host}.`) : error
  } finally {
    await operator.close()
  }
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { company: text, currency: text, username: text, email: text, password: text }
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new Misuse((error as Error).message)
  }
}

function required(given: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = given[name]
  if (!value) throw new Misuse(`--${name} is missing.`)
  return value
}
