import { readApproverLink } from '@nameyard/contracts/customers/read-approver-link'
import { readTransferLink } from '@nameyard/contracts/customers/read-transfer-link'
import { signLink, type LinkPurpose } from '../src/mail/link'
import { runningService, type RunningService } from './running-service'

/** The links that are mailed to people without an account, for the services that know what the links are about. */

const SECRET = 'the secret that signs the links of this test'
const OLDER_SECRET = 'the secret that signed the links of last year'
const nonce = 'a1'.repeat(16)

let running: RunningService

beforeAll(async () => {
  running = await runningService({ LINK_SECRET: `${SECRET},${OLDER_SECRET}` })
})
afterAll(() => running?.close())

const tokenOf = (purpose: LinkPurpose, secret = SECRET) => {
  const expiresAt = new Date(running.clock.epochMs() + 60_000)
  return signLink([secret], purpose, { id: 7, nonce: Buffer.from(nonce, 'hex'), expiresAt })
}

describe.each([
  {
    operation: 'approver-links.read',
    purpose: 'certificate-approval' as const,
    read: (token: string) => running.rpc.call(readApproverLink, { token }, running.anonymous()),
    content: { orderId: 7, nonce },
    refused: { refusal: 'approval_not_pending' },
  },
  {
    operation: 'transfer-links.read',
    purpose: 'transfer-authorization' as const,
    read: (token: string) => running.rpc.call(readTransferLink, { token }, running.anonymous()),
    content: { domainId: 7, nonce },
    refused: { refusal: 'transfer_not_pending' },
  },
])('$operation', ({ purpose, read, content, refused }) => {
  it('returns the content of a link that any secret of the platform signed', async () => {
    expect(await read(tokenOf(purpose))).toEqual(content)
    expect(await read(tokenOf(purpose, OLDER_SECRET))).toEqual(content)
  })

  it('refuses a link that another secret signed', async () => {
    await expect(read(tokenOf(purpose, 'another secret'))).rejects.toMatchObject(refused)
  })

  it('refuses a link that was signed for another purpose', async () => {
    await expect(read(tokenOf('email-verification'))).rejects.toMatchObject(refused)
  })

  it('refuses a link with one changed character, and a text that is no link', async () => {
    const token = tokenOf(purpose)
    await expect(read(token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).rejects.toMatchObject(refused)
    await expect(read('no link')).rejects.toMatchObject(refused)
  })

  it('refuses a link from the end of its time on', async () => {
    const token = tokenOf(purpose)
    running.clock.advance(59_000)
    expect(await read(token)).toEqual(content)
    running.clock.advance(1_000)
    await expect(read(token)).rejects.toMatchObject(refused)
  })
})
