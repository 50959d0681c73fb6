import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { signedHeaders } from './signature'

const body = '{"type":"domain.renewed","data":{"name":"münchen"}}'
const now = () => Math.floor(Date.now() / 1_000)
const verifies = (secret: Buffer, headers: Record<string, string>, given = body) =>
  new Webhook(`whsec_${secret.toString('base64')}`).verify(given, headers)

it('is verified by the library of Standard Webhooks', () => {
  const secret = randomBytes(32)
  const headers = signedHeaders([secret], { id: 'e-1', seconds: now(), body })
  expect(verifies(secret, headers)).toEqual(JSON.parse(body))
})

it('has the signatures of two secrets, of which a receiver needs one', () => {
  const [current, former, other] = [randomBytes(32), randomBytes(24), randomBytes(64)]
  const headers = signedHeaders([current!, former!], { id: 'e-1', seconds: now(), body })
  expect(verifies(current!, headers)).toEqual(JSON.parse(body))
  expect(verifies(former!, headers)).toEqual(JSON.parse(body))
  expect(() => verifies(other!, headers)).toThrow()
})

it('is not valid for another body, id or time', () => {
  const secret = randomBytes(32)
  const headers = signedHeaders([secret], { id: 'e-1', seconds: now(), body })
  expect(() => verifies(secret, headers, body.replace('renewed', 'deleted'))).toThrow()
  expect(() => verifies(secret, { ...headers, 'webhook-id': 'e-2' })).toThrow()
  expect(() => verifies(secret, { ...headers, 'webhook-timestamp': String(now() - 3_600) })).toThrow()
})
