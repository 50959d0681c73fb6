import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

let platform: InProcess

beforeAll(async () => {
  platform = await startInProcess()
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let accounts = 0

/** Creates an account with a balance in euros and a customer, and logs in. */
async function account(euros = '1000') {
  const ask = await platform.open(`orders${++accounts}`, euros)
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const code = async (method: string, path: string, body?: object) => {
    const { status, json } = await ask(method, path, { body })
    return [status, json.code]
  }
  const { handle } = await done('POST', '/v1/customers', person)
  const create = async (name: string, over: object = {}): Promise<Data> => {
    const { id } = await done('POST', '/v1/domains', { ...order(name, handle), ...over })
    return eventually(async () => {
      const domain = await done('GET', `/v1/domains/${id}`)
      return domain.status === 'ACT' && domain
    }, `${name} active`)
  }
  /** Waits until no order has credit reserved: reservations are captured or released after the answer. Returns what was paid, in cents. */
  const paid = () =>
    eventually(async () => {
      const { balance, reserved_balance } = await done('GET', '/v1/resellers')
      return reserved_balance === 0 && Math.round((Number(euros) - balance) * 100)
    }, 'every reservation captured or released')
  return { ask, done, code, handle, create, paid }
}

const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`

describe('a renewal', () => {
  it('moves the expiry by the paid period', async () => {
    const { create, done, code, paid } = await account()
    const { id, expiration_date } = await create('renewed.com')
    expect(await done('POST', `/v1/domains/${id}/renew`, { period: 2 })).toEqual({ status: 'ACT' })
    await eventually(async () => {
      const domain = await done('GET', `/v1/domains/${id}`)
      return domain.expiration_date === yearsLater(expiration_date, 2)
    }, 'the new expiry')
    expect(await code('POST', `/v1/domains/${id}/renew`, { period: 10 })).toEqual([400, 316])
    expect(await paid()).toBe(3 * 1079)
  })
})

describe('a transfer', () => {
  const transfer = (name: string, owner_handle: string, auth_code: string) => {
    const [label, extension] = name.split('.')
    return { domain: { name: label, extension }, owner_handle, auth_code }
  }

  it('succeeds at once when the registry does not ask the losing registrar', async () => {
    const { done, handle } = await account()
    const { id } = await done('POST', '/v1/domains/transfer', transfer('taken.nl', handle, 'Rival-0ne-Code'))
    const domain = await eventually(async () => {
      const seen = await done('GET', `/v1/domains/${id}`)
      return seen.status === 'ACT' && seen
    }, 'the transferred domain')
    expect(domain).toMatchObject({ type: 'TRANSFER', owner_handle: handle })
  })

  it('waits for the losing registrar when the registry asks it', async () => {
    const { done, handle } = await account()
    const { status } = await done('POST', '/v1/domains/transfer', transfer('taken.com', handle, 'Rival-0ne-Code'))
    expect(status).toBe('REQ')
  })

  it('is refused and released with a wrong auth code', async () => {
    const { code, handle, paid } = await account()
    expect(await code('POST', '/v1/domains/transfer', transfer('rival.com', handle, 'wrong'))).toEqual([400, 318])
    expect(await paid()).toBe(0)
  })
})

describe('a trade', () => {
  it('changes the owner of the domain', async () => {
    const { create, done, paid } = await account()
    const { id } = await create('traded.sandbox')
    const { handle: newOwner } = await done('POST', '/v1/customers', { ...person, email: 'heir@example.org' })
    await done('POST', '/v1/domains/trade', {
      domain: { name: 'traded', extension: 'sandbox' },
      owner_handle: newOwner,
    })
    await eventually(async () => {
      const domain = await done('GET', `/v1/domains/${id}`)
      return domain.status === 'ACT' && domain.owner_handle === newOwner
    }, 'the domain with its new owner')
    expect(await paid()).toBe(300)
  })
})

describe('a restore', () => {
  it('restores a domain from redemption', async () => {
    const { create, done, paid } = await account()
    const { id, expiration_date } = await create('restored.nl')
    await done('DELETE', `/v1/domains/${id}`)
    await eventually(async () => (await done('GET', `/v1/domains/${id}`)).status === 'DEL', 'the domain in quarantine')
    await done('POST', `/v1/domains/${id}/restore`, {})
    const restored = await eventually(async () => {
      const seen = await done('GET', `/v1/domains/${id}`)
      return seen.status === 'ACT' && seen
    }, 'the restored domain')
    expect(restored.expiration_date).toBe(expiration_date)
    expect(await paid()).toBe(499 + 750)
  })
})

describe('an order that the registry refuses at once', () => {
  const problem = { accept: 'application/problem+json' }

  /** Requests a problem document and checks that its order is stored as failed. */
  async function refused(by: Awaited<ReturnType<typeof account>>, path: string, body: object, status = 'FAI') {
    const response = await by.ask('POST', path, { body, headers: problem })
    const { domain_id: id, operation_id: operationId } = response.json as Data
    expect([response.text, id]).toEqual([response.text, expect.any(Number)])
    expect(await by.done('GET', `/v1/domains/${id}`)).toMatchObject({ status })
    const { results } = await by.done('GET', `/v1/domains/${id}/operations`)
    expect(results[0]).toMatchObject({ id: operationId, reason: { code: response.json.code } })
    return { status: response.status, ...(response.json as Data) }
  }

  // Permanent errors of a registry for a create whose contacts and hosts exist.
  it.each([
    2000, 2001, 2003, 2004, 2005, 2100, 2101, 2102, 2103, 2105, 2106, 2201, 2202, 2300, 2301, 2302, 2304, 2305, 2306,
    2307, 2308,
  ])('is stored as FAI when a create is answered with %s', async (code) => {
    const [name, by] = [`create-${code}.com`, await account('20')]
    await platform.sandbox.answer('domain:create', name, code)
    const answer = await refused(by, '/v1/domains', order(name, by.handle))
    const isTaken = code === 2302
    expect(answer).toMatchObject({
      status: isTaken ? 409 : 422,
      code: isTaken ? 311 : 399,
      data: '',
      registry: { code, text: expect.stringMatching(/\w/) },
    })
    expect(answer.detail).toContain(`The registry answered ${code}: ${answer.registry.text}.`)
    expect(answer.detail).toContain(answer.operation_id)
    expect(await by.paid()).toBe(0)
    expect(await by.done('POST', `/v1/domains/${answer.domain_id}/last-operation/restart`, {})).toEqual({
      success: true,
    })
    await eventually(async () => (await by.done('GET', `/v1/domains/${answer.domain_id}`)).status === 'ACT', name)
  })

  it.each([
    [2202, 400, 318],
    [2300, 409, 514],
    [2304, 422, 328],
    [2106, 422, 399],
    [2306, 422, 399],
  ])('names its order when a transfer is answered with %s', async (answered, http, code) => {
    const [name, by] = [`transfer-${answered}.com`, await account()]
    const rival = await platform.rival()
    await rival.register(name, 'Rival-0ne-Code')
    rival.close()
    await platform.sandbox.answer('domain:transfer', name, answered)
    const { domain, owner_handle } = order(name, by.handle)
    const body = { domain, owner_handle, auth_code: 'Rival-0ne-Code' }
    const answer = await refused(by, '/v1/domains/transfer', body)
    expect(answer).toMatchObject({ status: http, code, registry: { code: answered } })
    await by.done('POST', `/v1/domains/${answer.domain_id}/last-operation/restart`, {})
    await eventually(async () => (await by.done('GET', `/v1/domains/${answer.domain_id}`)).status === 'REQ', name)
  })

  it.each([
    ['trade', '/v1/domains/trade', 'domain:update'],
    ['renewal', '/v1/domains/:id/renew', 'domain:renew'],
  ])('names its %s', async (_, path, command) => {
    const [name, by] = [`${command.slice(7)}-refused.sandbox`, await account()]
    const { handle: other } = await by.done('POST', '/v1/customers', { ...person, email: 'other@example.org' })
    const { id } = await by.create(name)
    await platform.sandbox.answer(command, name, 2308)
    const { domain } = order(name, by.handle)
    const answer = await refused(by, path.replace(':id', id), { domain, owner_handle: other, period: 1 }, 'ACT')
    expect(answer).toMatchObject({ status: 422, code: 399, domain_id: id, registry: { code: 2308 } })
  })

  it('has a message with the registry’s text first and the name once, in 120 characters', async () => {
    const { ask, handle } = await account()
    const name = 'the-longest-name-that-anybody-would-order-here-because-of-it.com'
    await platform.sandbox.answer('domain:create', name, 2306)
    const { text, json } = await ask('POST', '/v1/domains', { body: order(name, handle) })
    expect(text.length).toBeLessThanOrEqual(120)
    expect(json.desc).toMatch(/^Parameter value policy error: registry refused the-longest-name[\w-]*…\.$/)
  })

  it('names the nameserver that the registry does not know', async () => {
    const by = await account()
    const hosts = ['ns1.registered-by-nobody.com', 'ns2.registered-by-nobody.com']
    const { ns_group: _, ...placed } = order('delegated-nowhere.com', by.handle) as Data
    const body = { ...placed, name_servers: hosts.map((name) => ({ name })) }
    const { status, code, registry } = await refused(by, '/v1/domains', body)
    expect([status, code, registry]).toEqual([
      422,
      399,
      {
        code: 2303,
        text: 'the domain of the host does not exist (Object does not exist): nameserver ns1.registered-by-nobody.com',
      },
    ])
    const { json } = await by.ask('POST', '/v1/domains', { body: { ...body, comments: 'the same again' } })
    expect(json.desc).toBe('the domain of the host does not exist: registry refused ns1.registered-by-nobody.com.')
  })

  it('has a separate code for an own, a pending and a reserved name', async () => {
    const { create, done, code, handle } = await account()
    await create('ordered-twice.com')
    expect(await code('POST', '/v1/domains', { ...order('ordered-twice.com', handle), comments: 'again' })).toEqual([
      409, 326,
    ])
    expect(await code('POST', '/v1/domains', order('reserved.com', handle))).toEqual([409, 513])
    await platform.sandbox.answer('domain:create', 'on-its-way.com', 1001)
    expect(await done('POST', '/v1/domains', order('on-its-way.com', handle))).toMatchObject({ status: 'REQ' })
    expect(await code('POST', '/v1/domains', { ...order('on-its-way.com', handle), comments: 'again' })).toEqual([
      409, 346,
    ])
  })

  it('is refused for the conflict, not for the credit that the conflicting order uses', async () => {
    const { create, ask, done, code } = await account('22')
    const { id } = await create('renewed-once.com')
    await platform.sandbox.hold('domain:renew', 'renewed-once.com')
    const first = ask('POST', `/v1/domains/${id}/renew`, { body: { period: 1 } })
    await eventually(async () => {
      const { results } = await done('GET', `/v1/domains/${id}/operations`)
      return results[0].purpose === 'renew'
    }, 'the first renewal in progress')
    expect(await code('POST', `/v1/domains/${id}/renew`, { period: 2 })).toEqual([422, 325])
    await platform.sandbox.removeFaults()
    expect((await first).json).toMatchObject({ code: 0, data: { status: 'ACT' } })
    expect(await code('POST', `/v1/domains/${id}/renew`, { period: 2 })).toEqual([402, 310])
  })
})

describe('a transfer between two accounts', () => {
  it('uses the internal auth code and updates the owner at the registry', async () => {
    const [anna, bert] = [await account(), await account()]
    const { id } = await anna.create('moved.com')
    const { auth_code } = await anna.done('GET', `/v1/domains/${id}/authcode?auth_code_type=internal`)
    const ordered = { domain: { name: 'moved', extension: 'com' }, owner_handle: bert.handle, auth_code }
    const moved = await bert.done('POST', '/v1/domains/transfer', ordered)
    expect(moved.status).toBe('ACT')
    expect(await anna.code('GET', `/v1/domains/${id}`)).toEqual([404, 320])
    expect(await bert.done('GET', `/v1/domains/${moved.id}`)).toMatchObject({ owner_handle: bert.handle })
    expect(await bert.done('POST', `/v1/domains/${moved.id}/renew`, {})).toEqual({ status: 'ACT' })
    expect(await bert.paid()).toBe(1079)
  })
})

describe('a premium name', () => {
  it.each(['com', 'sandbox'])('under .%s is sold for the accepted price', async (extension) => {
    const { code, create, handle, done } = await account()
    const domains = [{ name: 'premium', extension }]
    const { results } = await done('POST', '/v1/domains/check', { domains, with_price: true })
    expect(results).toMatchObject([{ status: 'free', is_premium: true, premium: { price: { create: 120 } } }])
    expect(await code('POST', '/v1/domains', order(`premium.${extension}`, handle))).toEqual([422, 379])
    expect(await create(`premium.${extension}`, { accept_premium_fee: 120 })).toMatchObject({ is_premium: true })
  })
})

describe('a repeated order without an Idempotency-Key', () => {
  const replayed = { code: 251, data: '', desc: expect.stringContaining('answered before') }
  /** Sends an order and returns status, code, data and warnings of the reply. */
  const sender =
    ({ ask }: Awaited<ReturnType<typeof account>>) =>
    async (method: string, path: string, body?: object, headers = {}) => {
      const { status, json } = await ask(method, path, { body, headers })
      return { status, code: json.code, data: json.data, desc: json.desc, warnings: json.warnings }
    }

  it('gets the first reply with a warning', async () => {
    const anna = await account()
    const send = sender(anna)
    const first = await send('POST', '/v1/domains', order('repeated.com', anna.handle))
    const second = await send('POST', '/v1/domains', order('repeated.com', anna.handle))
    expect(first).toMatchObject({ status: 200, warnings: [] })
    expect(second).toEqual({ ...first, warnings: [replayed] })
    expect(await anna.paid()).toBe(1079)
  })

  it('is a new order after the name was deleted', async () => {
    const anna = await account()
    const send = sender(anna)
    const first = await send('POST', '/v1/domains', order('given-up.com', anna.handle))
    await anna.done('DELETE', `/v1/domains/${first.data.id}?skip_soft_quarantine=1`)
    await eventually(
      async () => (await anna.code('GET', `/v1/domains/${first.data.id}`))[0] === 404 || undefined,
      'a free name',
    )
    const second = await send('POST', '/v1/domains', order('given-up.com', anna.handle))
    expect(second).toMatchObject({ status: 200, warnings: [] })
    expect(second.data.id).not.toBe(first.data.id)
    await anna.done('GET', `/v1/domains/${second.data.id}`)
  })

  it('is a new order after the registry refused the first one', async () => {
    const anna = await account()
    const send = sender(anna)
    await platform.sandbox.refuse('mended.com')
    const first = await send('POST', '/v1/domains', order('mended.com', anna.handle))
    expect(await anna.paid()).toBe(0)
    const second = await send('POST', '/v1/domains', order('mended.com', anna.handle))
    expect(second).toMatchObject({ status: 200, data: { status: 'ACT' }, warnings: [] })
    expect(first.data?.id).not.toBe(second.data.id)
  })

  it('is a new order with another authcode', async () => {
    const anna = await account()
    const send = sender(anna)
    const transfer = (auth_code: string) => ({
      domain: { name: 'other-code', extension: 'nl' },
      owner_handle: anna.handle,
      auth_code,
    })
    await platform.sandbox.registerElsewhere('other-code.nl', 'Rival-0ne-Code')
    expect(await send('POST', '/v1/domains/transfer', transfer('wrong'))).toMatchObject({ status: 400, code: 318 })
    const key = { 'idempotency-key': 'other code' }
    expect(await send('POST', '/v1/domains/transfer', transfer('wrong'), key)).toMatchObject({ code: 318 })
    expect(await send('POST', '/v1/domains/transfer', transfer('Rival-0ne-Code'), key)).toMatchObject({
      status: 409,
      code: 4006,
    })
    expect(await send('POST', '/v1/domains/transfer', transfer('Rival-0ne-Code'))).toMatchObject({
      status: 200,
      warnings: [],
    })
  })

  it('is one renewal until another operation changes the domain', async () => {
    const anna = await account()
    const send = sender(anna)
    const { id } = await anna.create('twice-renewed.com')
    const renew = () => send('POST', `/v1/domains/${id}/renew`, { period: 1 })
    expect(await renew()).toMatchObject({ status: 200, warnings: [] })
    expect(await renew()).toMatchObject({ status: 200, warnings: [replayed] })
    await anna.done('PUT', `/v1/domains/${id}`, { comments: 'renewed once' })
    expect(await renew()).toMatchObject({ status: 200, warnings: [] })
    expect(await anna.paid()).toBe(3 * 1079)
  })

  it('waits for a concurrent first one, with or without key, and is not refused for its credit', async () => {
    for (const headers of [{}, { 'idempotency-key': 'at once' }]) {
      const anna = await account('10.79')
      const send = sender(anna)
      const name = 'idempotency-key' in headers ? 'keyed-at-once.com' : 'at-once.com'
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send('POST', '/v1/domains', order(name, anna.handle), headers)),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
      expect(answers.filter(({ warnings }) => warnings!.length === 0)).toHaveLength(1)
      expect(await anna.paid()).toBe(1079)
    }
  })

  it('is one trade', async () => {
    const anna = await account()
    const send = sender(anna)
    const { id } = await anna.create('traded-twice.sandbox')
    const { handle: newOwner } = await anna.done('POST', '/v1/customers', { ...person, email: 'heir@example.org' })
    const trade = { domain: { name: 'traded-twice', extension: 'sandbox' }, owner_handle: newOwner }
    const first = await send('POST', '/v1/domains/trade', trade)
    await eventually(
      async () => (await anna.done('GET', `/v1/domains/${id}`)).owner_handle === newOwner,
      'the new owner',
    )
    expect(await send('POST', '/v1/domains/trade', trade)).toEqual({ ...first, warnings: [replayed] })
    expect(await anna.paid()).toBe(300)
  })

  it('is one restore', async () => {
    const anna = await account()
    const send = sender(anna)
    const { id } = await anna.create('back-twice.nl')
    await anna.done('DELETE', `/v1/domains/${id}`)
    await eventually(
      async () => (await anna.done('GET', `/v1/domains/${id}`)).status === 'DEL',
      'the domain in quarantine',
    )
    const first = await send('POST', `/v1/domains/${id}/restore`, {})
    await eventually(async () => (await anna.done('GET', `/v1/domains/${id}`)).status === 'ACT', 'the restored domain')
    expect(await send('POST', `/v1/domains/${id}/restore`, {})).toEqual({ ...first, warnings: [replayed] })
    expect(await anna.paid()).toBe(499 + 750)
  })
})
