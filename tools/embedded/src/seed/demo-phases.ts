import { ApiError } from '@nameyard/sdk/api-error'
import type { Client } from '@nameyard/sdk/client'

const DAY = 86_400

/** The auth code of every name that another registrar holds in the sandbox registry. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** Accepts every order and lets time pass quickly; its rules are those of most generic extensions. */
const EXTENSION = 'sandbox'

/**
 * Brings domains of an account into the phases of the life cycle: pending, failed, changing, in quarantine, being
 * restored, pendingDelete, purged, and transfers. Returns how many. A transfer away needs another registrar and is not
 * among them. Nobody confirms the address of the first registrant in the month that passes: new domains of it are held.
 */
export async function domainsInEveryPhase(
  client: Client,
  [unconfirmed, owner, other]: readonly string[],
  controlPort: number,
  say: (line: string) => void,
): Promise<number> {
  let count = 0
  const domain = (name: string) => ({ name, extension: EXTENSION })
  /** Makes the registry answer the next command of a kind on a name with a code (RFC 5730, section 3). */
  const answer = async (command: string, name: string, code: number) => {
    const fault = { command, object: `${name}.${EXTENSION}`, kind: 'inject-code', code }
    await fetch(`http://127.0.0.1:${controlPort}/faults`, { method: 'POST', body: JSON.stringify(fault) })
  }
  const order = (name: string, registrant = owner) => ({
    domain: domain(name),
    period: 1,
    owner_handle: registrant!,
    ns_group: 'dns-openprovider',
  })
  const register = async (name: string, registrant = owner) => {
    count += 1
    const { id } = await client.domains.create(order(name, registrant))
    await client.domains.waitUntilSettled({ id })
    return id
  }
  const advance = async (days: number) => {
    let moved = await client.sandbox.advanceClock({ seconds: days * DAY })
    while (!moved.is_done) moved = await client.sandbox.advanceClock({ until: moved.until })
  }
  const twice = (name: string) => [`${name}-1`, `${name}-2`]

  for (const name of twice('purged')) await client.domains.delete({ id: await register(name, unconfirmed) })
  const pendingDelete: number[] = []
  for (const name of twice('pending-delete')) pendingDelete.push(await register(name, unconfirmed))
  await advance(6)
  for (const id of pendingDelete) await client.domains.delete({ id, skip_soft_quarantine: true })
  await advance(25)
  say('seed: the clock is a month ahead')

  const aged = new Map<string, number>()
  for (const name of ['quarantine', 'redemption', 'restoring'].flatMap(twice)) aged.set(name, await register(name))
  await advance(6)
  for (const [name, id] of aged)
    await client.domains.delete({ id, ...(!name.startsWith('quarantine') && { skip_soft_quarantine: true }) })
  for (const name of twice('restoring')) {
    await answer('domain:update', name, 1001)
    await client.domains.restore({ id: aged.get(name)! })
  }

  for (const name of twice('changing')) {
    const id = await register(name)
    await answer('domain:update', name, 1001)
    await client.domains.update({ id, tech_handle: other! })
  }
  for (const name of twice('trading')) {
    await register(name)
    await answer('domain:update', name, 1001)
    await client.domains.trade({ domain: domain(name), owner_handle: other! })
  }
  for (const name of twice('pending')) {
    count += 1
    await answer('domain:create', name, 1001)
    await client.domains.create(order(name))
  }
  for (const name of twice('failed')) {
    count += 1
    await answer('domain:create', name, 2308)
    await refused(client.domains.create(order(name)))
  }
  for (const name of twice('without-renewal')) {
    const id = await register(name)
    await client.domains.update({ id, autorenew: 'off' })
  }
  for (const [name, at] of [['taken'], ['occupied', '2099-01-01']] as const) {
    count += 1
    const transfer = { domain: domain(name), owner_handle: owner!, auth_code: RIVAL_CODE }
    await client.domains.transfer({ ...transfer, ...(at && { at }) })
  }
  return count
}

/** Waits for an order that the registry refuses. */
async function refused(ordered: Promise<unknown>): Promise<void> {
  const refusal = await ordered.catch((error: unknown) => error)
  if (!(refusal instanceof ApiError)) throw new Error('The registry accepted an order that it was told to refuse.')
}
