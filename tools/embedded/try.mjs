/**
 * The platform from a client's side, with nothing but Node:
 *
 *   node tools/embedded/try.mjs login | customer | check <name> | register <name> | dns <name>
 *
 * Each command prints its request and the response, and stores the token and the handle for the next one.
 */
import { Resolver } from 'node:dns/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const data = resolve(process.env.NAMEYARD_DATA || join(import.meta.dirname, '../../.data'))

function read(file) {
  try {
    return JSON.parse(readFileSync(join(data, file), 'utf8'))
  } catch {
    return undefined
  }
}

const platform = read('platform.json')
const memory = read('try.json') ?? {}

function remember(fact) {
  writeFileSync(join(data, 'try.json'), JSON.stringify({ ...memory, ...fact }), { mode: 0o600 })
}

/** Sends a request and prints it with its response. Returns the data; throws a refusal. */
async function call(method, path, body) {
  console.log(`${method} ${path} ${JSON.stringify({ ...body, ...(body.password && { password: '…' }) })}`)
  const authorization = memory.token && { authorization: `Bearer ${memory.token}` }
  const answer = await new Promise((resolve, reject) => {
    const options = { method, ca: readFileSync(platform.authority), headers: { ...authorization } }
    request(`${platform.url}${path}`, options, async (response) => {
      resolve(JSON.parse((await response.setEncoding('utf8').toArray()).join('')))
    })
      .once('error', reject)
      .end(JSON.stringify(body))
  })
  console.log(JSON.stringify(answer, null, 2))
  if (answer.code !== 0) throw new Error(answer.desc)
  return answer.data
}

/** Splits `example.com` into the parts of a request. */
function domainOf(name = 'hello.com') {
  const [label, ...extension] = name.split('.')
  return { name: label, extension: extension.join('.') }
}

const commands = {
  async login() {
    const { token } = await call('POST', '/v1/auth/login', read('demo.json'))
    remember({ token })
  },

  async customer() {
    const { handle } = await call('POST', '/v1/customers', {
      name: { first_name: 'Ada', last_name: 'Jansen' },
      address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
      phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
      email: 'ada@example.com',
    })
    remember({ handle })
  },

  check: (name) => call('POST', '/v1/domains/check', { domains: [domainOf(name)] }),

  register: (name) =>
    call('POST', '/v1/domains', {
      domain: domainOf(name),
      period: 1,
      owner_handle: memory.handle,
      ns_group: 'dns-openprovider',
    }),

  async dns(name = 'hello.com') {
    await call('POST', '/v1/dns/zones', {
      domain: domainOf(name),
      type: 'master',
      records: [
        { type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 },
        { type: 'MX', name: '', value: 'mail.example.net', prio: 10, ttl: 3600 },
      ],
    }).catch(({ message }) => console.log(message))
    console.log(`\nthe responder at ${platform.dns}`)
    await ask(`www.${name}`, 'A')
    await ask(name, 'MX')
  },
}

/** Sends a DNS query to the responder over UDP. A new zone is published within about 50 ms. */
async function ask(name, type, patience = 20) {
  const resolver = new Resolver()
  resolver.setServers([platform.dns])
  try {
    for (const value of await resolver.resolve(name, type))
      console.log(`${name}  ${type}  ${value.exchange ? `${value.priority} ${value.exchange}` : value}`)
  } catch (error) {
    if (patience === 0) throw error
    await pause(100)
    await ask(name, type, patience - 1)
  }
}

const [command, name] = process.argv.slice(2)
try {
  if (!Object.hasOwn(commands, command ?? '')) throw new Error(`Choose a command: ${Object.keys(commands).join(', ')}.`)
  if (!platform) throw new Error(`No platform runs on ${data}: run \`npm start\` first.`)
  await commands[command](name)
} catch (error) {
  console.error(error.message || String(error))
  process.exitCode = 1
}
