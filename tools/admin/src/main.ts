import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { openOperator } from './operator'

const USAGE = `The operator's command line; AMQP_URL names the broker of the platform.

  create-reseller --company <name> --username <name> --email <address> [--currency EUR] [--password <text>]
      opens an account with its first contact person; prints a password when none is given`

/** What is wrong with a command, in one sentence. */
class Misuse extends Error {}

function required(values: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = values[name]
  if (!value) throw new Misuse(`--${name} is missing.`)
  return value
}

async function main([verb, ...rest]: readonly string[]): Promise<void> {
  if (verb !== 'create-reseller') {
    if (verb !== undefined && verb !== 'help' && verb !== '--help') throw new Misuse(`There is no command ${verb}.`)
    console.log(USAGE)
    return
  }
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...rest],
    options: { company: text, currency: text, username: text, email: text, password: text },
  })
  const password = values.password ?? randomBytes(15).toString('base64url')
  const input = {
    company: required(values, 'company'),
    currency: values.currency ?? 'EUR',
    contact: { username: required(values, 'username'), email: required(values, 'email'), password },
  }
  const { AMQP_URL } = process.env
  if (!AMQP_URL) throw new Misuse('AMQP_URL is not set: it names the broker of the platform.')
  const operator = await openOperator(AMQP_URL, false)
  try {
    const { resellerId, contactId } = await operator.ask(createReseller, input)
    console.log(`reseller ${resellerId}, contact ${contactId}, username ${input.contact.username}`)
    // Shown once: the platform keeps a hash of it.
    if (values.password === undefined) console.log(`password ${password}`)
  } finally {
    await operator.close()
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = error instanceof Misuse || 'code' in error ? 64 : 1 // EX_USAGE of sysexits.h
})
