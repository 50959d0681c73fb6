import { openAccount } from '../src/operator'
import { startInProcess, type InProcess } from './in-process'

/** Many clients behind one address: limits for strangers must not hinder them. */

const clients = Array.from({ length: 20 }, (_, index) => `panel-${index}`)
const password = 'correct horse battery'
let platform: InProcess

beforeAll(async () => {
  // The default limits of logins and requests, and an address that may send few requests without a token.
  platform = await startInProcess({
    customers: { LOGIN_FAILURES: '', REQUESTS_PER_SECOND: '', REQUESTS_BURST: '' },
    // The platform is ready after one such request, for the description of the API.
    gateway: { GATEWAY_ANONYMOUS_PER_SECOND: '0.01', GATEWAY_ANONYMOUS_BURST: '11' },
  })
  for (const username of clients) await openAccount(platform.operator, { username, password }, '10.00')
})
afterAll(() => platform?.close())

const logIn = (username: string, given: string) =>
  platform.ask('POST', '/v1/auth/login', { body: { username, password: given } })

it('four logins in a few seconds from each of 20 clients behind one address all succeed', async () => {
  await Promise.all(
    clients.map(async (username) => {
      // These clients log in before every single request.
      for (let request = 0; request < 4; request++) {
        const login = await logIn(username, password)
        expect(login).toMatchObject({ status: 200, json: { code: 0 } })
        const headers = { authorization: `Bearer ${login.json.data.token}` }
        expect(await platform.ask('GET', '/v1/customers', { headers })).toMatchObject({ status: 200 })
      }
    }),
  )
})

it('failed logins of one address are refused over the limit with 429, and its tokens keep working', async () => {
  const { json } = await logIn(clients[0]!, password)
  const answers = []
  for (let attempt = 0; attempt < 12; attempt++) answers.push(await logIn(`nobody-${attempt}`, 'wrong'))
  expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401))
  expect(answers.at(-1)).toMatchObject({ status: 429, json: { code: 50, data: '' } })
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
  const headers = { authorization: `Bearer ${json.data.token}` }
  expect(await platform.ask('GET', '/v1/customers', { headers })).toMatchObject({ status: 200 })
})
