import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Controller } from '@nestjs/common'
import { Client } from 'pg'
import type { Input, Result } from '@nameyard/contracts/operation'
import { placedOrders } from '@nameyard/contracts/orders/placed-orders'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { service as customers } from '@nameyard/customers/service'
import { Handles } from '@nameyard/messaging/handles'
import { service as orders } from '@nameyard/orders/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Misuse, runCommand } from '../src/command-line'

/** Replaces the domains service. It has placed no orders. */
@Controller()
class AnswerPlacedOrders {
  @Handles(placedOrders)
  async execute(_: Input<typeof placedOrders>): Promise<Result<typeof placedOrders>> {
    return { placed: [] }
  }
}

let database: TestDatabase
let broker: TestBroker
const operatorName = () => new URL(broker.url).username
const running: Running[] = []
let owner: TestParty
let folder: string

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(customers, orders), testBroker()])
  const environment = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
  const clock = new Clock()
  const context = { clock, log: createLog('test', 'silent') }
  running.push(await customers.start(loadConfig(customers.config, environment), context))
  running.push(await orders.start(loadConfig(orders.config, environment), context))
  owner = await testParty('domains', { url: broker.url, clock, controllers: [AnswerPlacedOrders] })
  folder = mkdtempSync(join(tmpdir(), 'nameyard-admin-'))
})
afterAll(async () => {
  await owner?.close()
  for (const each of running) await each.close()
  rmSync(folder, { recursive: true, force: true })
  await Promise.all([database?.drop(), broker?.drop()])
})

async function done(command: string, ask?: (question: string) => Promise<boolean>): Promise<string[]> {
  const lines: string[] = []
  // Quotes keep words together, as in a shell.
  const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
  await runCommand(words, { AMQP_URL: broker.url, SUDO_USER: 'maria' }, (line) => lines.push(line), ask)
  return lines
}
const facts = async (command: string) => JSON.parse((await done(`${command} --json`)).join('\n'))

let accounts = 0
const empty = async (currency = 'EUR') => {
  const person = `--username user${++accounts} --email a@example.com`
  return Number((await facts(`create-reseller --company Example --currency ${currency} ${person}`)).resellerId)
}
const account = async (paid = '100.00') => {
  const reseller = await empty()
  await done(`ledger top-up --reseller ${reseller} --amount ${paid} --key opening`)
  return reseller
}
const reserve = async (resellerId: number, cents: number) => {
  const orderId = randomUUID()
  const charge = {
    objectType: 'domain',
    action: 'create',
    subject: 'example.com',
    quantity: 1,
    currency: 'EUR',
    amount: cents,
    discount: 0,
    product: { currency: 'USD', amount: cents },
  }
  await owner.rpc.call(reserveCredit, { orderId, owner: 'domains', resellerId, charge }, owner.call())
  return orderId
}
/** Waits for the entries of an account. Those of other services than customers arrive by events, in any order. */
async function expectAudited(reseller: number, expected: readonly object[]): Promise<void> {
  const entries = await eventually(async () => {
    const log = await facts(`audit list --reseller ${reseller}`)
    return log.entries.length === expected.length && log.entries
  }, `${expected.length} entries of reseller ${reseller}`)
  expect(entries).toEqual(expect.arrayContaining(expected.map((each) => expect.objectContaining(each))))
}

describe('ledger', () => {
  it('top-up: adds a payment once for its key, and records the operator in the audit log', async () => {
    const reseller = await empty()
    const payment = `ledger top-up --reseller ${reseller} --amount 12.34 --key "invoice 7" --note bank`
    const balance = ['balance 12.34 EUR, reserved 0, credit limit 0']
    expect(await done(payment)).toEqual(balance)
    expect(await done(payment)).toEqual(balance)
    expect(await facts(payment)).toEqual({ currency: 'EUR', balance: 12.34, reservedBalance: 0, creditLimit: 0 })
    await expect(done(payment.replace('12.34', '12.35'))).rejects.toThrow('used before with another request')
    await expectAudited(reseller, [
      {
        who: operatorName(),
        contactId: null,
        operation: 'ledger.top-up',
        subject: `reseller ${reseller}`,
        changes: expect.objectContaining({
          balance: { from: '0.00 EUR', to: '12.34 EUR' },
          payment: { to: 'invoice 7' },
        }),
      },
      { operation: 'access.create-reseller' },
    ])
    const unknown = done('ledger top-up --reseller 7 --amount 12.34 --key a')
    await expect(unknown).rejects.toThrow('There is no reseller 7.')
    await expect(done(`${payment} --currency USD`)).rejects.toThrow('EUR')
    const dollars = await empty('USD')
    expect(await done(`ledger top-up --reseller ${dollars} --amount 1 --key a`)).toEqual([
      'balance 1 USD, reserved 0, credit limit 0',
    ])
  })

  it.each([
    ['ledger top-up --reseller 8 --amount 1,50 --key a', 'It must be an amount like 100.00.'],
    ['ledger top-up --reseller 8 --amount 1e3 --key a', 'It must be an amount like 100.00.'],
    ['ledger top-up --reseller 8 --amount 1.50', "required option '--key <text>' not specified"],
    ['ledger correct --reseller 8 --amount 1.00005 --key a --note b', 'It must be an amount like 100.00.'],
    ['ledger correct --reseller 8 --amount 1 --key a', "required option '--note <text>' not specified"],
    ['ledger statement --reseller 8 --from yesterday', 'It must be YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC.'],
    ['ledger settle here captured', 'orderId'],
    ['ledger settle 00000000-0000-4000-8000-000000000001 lost', 'Allowed choices are captured, released.'],
    ['prices import /nowhere/prices.csv --list shipped-eur', 'It cannot be read'],
  ])('refuses %s', async (command, sentence) => {
    const refused = done(command)
    await expect(refused).rejects.toThrow(sentence)
    await expect(refused).rejects.toBeInstanceOf(Misuse)
  })

  it('correct and credit-limit: leave no balance below its credit limit', async () => {
    const reseller = await account()
    const correct = `ledger correct --reseller ${reseller} --note "by phone"`
    expect(await done(`${correct} --amount -99.99 --key a`)).toEqual(['balance 0.01 EUR, reserved 0, credit limit 0'])
    await expect(done(`${correct} --amount -0.02 --key b`)).rejects.toThrow('0.02 EUR')
    expect(await done(`ledger credit-limit --reseller ${reseller} --amount 5`)).toEqual([
      'balance 0.01 EUR, reserved 0, credit limit 5',
    ])
    expect(await done(`${correct} --amount -0.02 --key b`)).toEqual(['balance -0.01 EUR, reserved 0, credit limit 5'])
    await expect(done(`ledger credit-limit --reseller ${reseller} --amount 0`)).rejects.toThrow('0.01 EUR')
    const corrected = (from: string, to: string) => ({
      operation: 'ledger.correct',
      changes: expect.objectContaining({ balance: { from, to } }),
    })
    await expectAudited(reseller, [
      corrected('0.01 EUR', '-0.01 EUR'),
      { operation: 'ledger.set-credit-limit', changes: { credit_limit: { from: '0.00 EUR', to: '5.00 EUR' } } },
      corrected('100.00 EUR', '0.01 EUR'),
      { operation: 'ledger.top-up' },
      { operation: 'access.create-reseller' },
    ])
    await expect(done('ledger credit-limit --reseller 999 --amount 5')).rejects.toThrow('999')
  })

  it('settle: settles reservations, which the statement then shows', async () => {
    const reseller = await account()
    const [kept, given] = [await reserve(reseller, 1000), await reserve(reseller, 500)]
    expect(await done(`ledger settle ${kept} captured`)).toEqual([`order ${kept} was open and will be captured`])
    expect(await done(`ledger settle ${given} released`)).toEqual([`order ${given} was open and will be released`])
    const lines = await eventually(async () => {
      const shown = await done(`ledger statement --reseller ${reseller}`)
      return shown.at(-1) === '5 of 5 movements' && shown
    }, 'both settlements')
    expect(lines[0]).toMatch(/^movement +when +what +balance EUR +reserved +subject +order$/)
    expect(lines[1]).toMatch(/^ +before +0 +0$/)
    expect(lines.at(-2)).toMatch(/^ +after +90 +0$/)
    expect(lines.join('\n')).toMatch(new RegExp(`capture +0 +-10 +example.com +${kept}`))
    expect(await done(`ledger settle ${kept} released`)).toEqual([`order ${kept} was captured before; nothing changes`])
    expect(await facts(`ledger statement --reseller ${reseller} --to 2020-01-01`)).toMatchObject({
      total: 0,
      closing: { balance: 0 },
    })
    await expectAudited(reseller, [
      {
        operation: 'ledger.settle',
        subject: `order ${given}`,
        changes: expect.objectContaining({ state: { from: 'open', to: 'released' } }),
      },
      { operation: 'ledger.settle', subject: `order ${kept}` },
      { operation: 'ledger.top-up' },
      { operation: 'access.create-reseller' },
    ])
  })

  it('verify: lists open reservations, and fails if a rule of the ledger is broken', async () => {
    const order = await reserve(await account(), 100)
    const lines = await done('ledger verify')
    expect(lines[0]).toMatch(/^\d+ accounts, \d+ transactions, \d+ reservations$/)
    expect(lines[1]).toBe('every rule holds')
    expect(lines.join('\n')).toMatch(new RegExp(`${order} +.* +open +domains +\\d+ +example.com`))

    const ledger = new Client({ connectionString: database.url })
    await ledger.connect()
    try {
      await ledger.query('set session_replication_role = replica')
      await ledger.query(
        `update orders.reservation set state = 'confirmed', confirmed_at = now() where order_id = $1`,
        [order],
      )
    } finally {
      await ledger.end()
    }
    const shown: string[] = []
    const failed = runCommand(['ledger', 'verify'], { AMQP_URL: broker.url }, (line) => shown.push(line))
    await expect(failed).rejects.toThrow('Broken rules of the ledger: 1.')
    expect(shown).toContain(
      `broken: a confirmed reservation has its order: order ${order}: domains does not know this order`,
    )
    await done(`ledger settle ${order} released`)
    await eventually(
      async () => (await done('ledger verify')).includes('every rule holds'),
      'no rule of the ledger is broken',
    )
    const asked: string[] = []
    const all = runCommand(['ledger', 'verify', '--all'], { AMQP_URL: broker.url }, (line) => asked.push(line))
    await expect(all).rejects.toThrow('Broken rules of the ledger')
    expect(asked).toContain(
      `broken: a confirmed reservation has its order: order ${order}: domains does not know this order`,
    )
  })
})

describe('prices', () => {
  const file = (...rows: string[]) => {
    const path = join(folder, `${randomUUID()}.csv`)
    const head = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price'
    writeFileSync(path, [head, ...rows].join('\n'))
    return path
  }

  it('import: shows the changes of a file, and imports it after a confirmation', async () => {
    const path = file('regular,shop,create,,,,USD,20.00,25.50', 'regular,com,create,,,,USD,10.44,10.79')
    const difference = [
      expect.stringMatching(/^price +from +is +becomes$/),
      expect.stringMatching(/^regular shop create +\S+ +new +25.50 EUR \(product 20.00 USD\)$/),
      '1 not comparable with their product price, which has another currency',
      '1 new, 0 changed, 1 unchanged',
    ]
    const untouched = [...difference, 'nothing is changed; --yes imports it']
    const command = `prices import ${path} --list shipped-eur`
    expect(await done(command)).toEqual(untouched)
    const asked: string[] = []
    const answer = (said: boolean) => async (question: string) => {
      asked.push(question)
      return said
    }
    expect(await done(command, answer(false))).toEqual(untouched)
    expect(await facts(command)).toMatchObject({ isApplied: false, added: 1 })
    expect(await done(command, answer(true))).toEqual([...difference, 'imported into shipped-eur'])
    expect(asked).toEqual(Array(2).fill('Import these into shipped-eur?'))
    expect(await done(command)).toEqual(['0 new, 0 changed, 2 unchanged'])
    const { entries } = await eventually(async () => {
      const log = await facts('audit list --limit 1')
      return log.entries[0]?.operation === 'prices.import' && log
    }, 'the import in the audit log')
    expect(entries).toMatchObject([{ who: operatorName(), resellerId: null, subject: 'price list shipped-eur' }])
  })

  it('import: imports prices below cost only with --allow-below-cost', async () => {
    const path = file('regular,nl,create,,,,EUR,4.09,3.99', 'regular,com,create,,,,USD,10.44,10.50')
    const command = `prices import ${path} --list below --currency EUR --yes`
    const shown: string[] = []
    const refused = runCommand(command.split(' '), { AMQP_URL: broker.url }, (line) => shown.push(line))
    await expect(refused).rejects.toThrow('1 prices are below their product price.')
    expect(shown).toEqual([
      expect.stringMatching(/^price +from +is +becomes$/),
      expect.stringMatching(/^regular nl create +\S+ +new +3.99 EUR \(product 4.09 EUR\) +below cost$/),
      expect.stringMatching(/^regular com create +\S+ +new +10.50 EUR \(product 10.44 USD\)$/),
      '1 below their product price',
      '1 not comparable with their product price, which has another currency',
      '2 new, 0 changed, 0 unchanged',
      'nothing is changed; --allow-below-cost imports it',
    ])
    expect((await done(`${command} --allow-below-cost`)).at(-1)).toBe('imported into below')
  })

  it('import: creates a list with --currency, and names the wrong lines of a file', async () => {
    const path = file('regular,com,create,,,,USD,10.00,11.00')
    await expect(done(`prices import ${path} --list own --yes`)).rejects.toThrow('own')
    expect((await done(`prices import ${path} --list own --currency EUR --yes`)).at(-1)).toBe('imported into own')
    const wrong = file(
      'regular,com,create,,,,USD,10.00,11.00',
      'regular,com,fly,,,,USD,10.00,11.00',
      'regular,net,create,,,,USD,10,11.001',
    )
    await expect(done(`prices import ${wrong} --list own --yes`)).rejects.toThrow(
      /\ncsv.3: operation fly must be one of .*\ncsv.4: 11.001 is not a price in EUR$/s,
    )
  })

  it('terms: sets the price list and tier of a reseller', async () => {
    const reseller = await account()
    expect(await done(`prices terms --reseller ${reseller} --list shipped-eur --tier 2`)).toEqual([
      `reseller ${reseller} buys from shipped-eur in EUR at tier 2`,
    ])
    await expect(done(`prices terms --reseller ${reseller} --list shipped-usd`)).rejects.toThrow('EUR')
    await expect(done(`prices terms --reseller ${reseller} --list none`)).rejects.toThrow('none')
    await expectAudited(reseller, [
      {
        operation: 'prices.set-terms',
        changes: expect.objectContaining({
          price_list: expect.objectContaining({ to: 'shipped-eur' }),
          tier: expect.objectContaining({ to: 2 }),
        }),
      },
      { operation: 'ledger.top-up' },
      { operation: 'access.create-reseller' },
    ])
  })
})
