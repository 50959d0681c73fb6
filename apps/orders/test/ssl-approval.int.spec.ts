import { answerCertificateApproval } from '@nameyard/contracts/orders/answer-certificate-approval'
import { findCertificateApproval } from '@nameyard/contracts/orders/find-certificate-approval'
import { listApproverEmails } from '@nameyard/contracts/orders/list-approver-emails'
import { resendApproverEmail } from '@nameyard/contracts/orders/resend-approver-email'
import { updateApproverEmail } from '@nameyard/contracts/orders/update-approver-email'
import { eventually } from '@nameyard/testing/eventually'
import { startSslPlatform, type SslPlatform } from './ssl-platform'

/** The approval of a certificate by a mailbox at its domain. */

const STRANGER = 999_999

let platform: SslPlatform

beforeAll(async () => {
  platform = await startSslPlatform('500.00')
})
afterAll(() => platform?.close())

const byMail = { enable_dns_automation: false, approver_email: 'admin@hosted.org' }
const place = (over: object = {}) => platform.place({ ...byMail, ...over })
const nonceOf = async (id: number) =>
  (await platform.sql.query('select approver_nonce as nonce from orders.ssl_order where id = $1', [id])).rows[0].nonce
const mailsTo = (address: string) => platform.mails().filter((mail) => mail.includes(`\r\nTo: ${address}\r\n`)).length
const find = (orderId: number, nonce: string) =>
  platform.party.rpc.call(findCertificateApproval, { orderId, nonce }, platform.party.call())
const resend = (id: number, by = platform.resellerId) =>
  platform.party.rpc.call(resendApproverEmail, { id }, platform.party.call(by))
const update = (id: number, approver_email: string, by = platform.resellerId) =>
  platform.party.rpc.call(updateApproverEmail, { id, approver_email }, platform.party.call(by))

describe('certificate-approvals.find', () => {
  it('returns the names that an approver validates by mail, until the answer', async () => {
    const id = await place()
    const nonce = await nonceOf(id)
    expect(await find(id, nonce)).toEqual({ names: ['hosted.org'] })
    await platform.party.rpc.call(
      answerCertificateApproval,
      { orderId: id, nonce, isGranted: false },
      platform.party.call(),
    )
    await expect(find(id, nonce)).rejects.toMatchObject({ refusal: 'approval_not_pending' })
  })

  it('refuses another nonce, and a nonce of another order, with approval_not_pending', async () => {
    const [one, other] = [await place(), await place()]
    await expect(find(one, 'ab'.repeat(16))).rejects.toMatchObject({ refusal: 'approval_not_pending' })
    await expect(find(one, await nonceOf(other))).rejects.toMatchObject({ refusal: 'approval_not_pending' })
  })
})

describe('approver-emails.list', () => {
  const list = (domain: string, product_id?: number) =>
    platform.party.rpc.call(listApproverEmails, { domain, ...(product_id && { product_id }) }, platform.call())

  it('returns the five mailboxes of RFC 2142 at the name and at each name above it', async () => {
    const { results } = await list('Hosted.org')
    expect(results).toEqual(
      expect.arrayContaining(
        ['admin', 'administrator', 'webmaster', 'hostmaster', 'postmaster'].map((box) => `${box}@hosted.org`),
      ),
    )
    expect(results).toHaveLength(5)
    expect((await list('shop.hosted.org', 5)).results).toEqual(
      expect.arrayContaining(['admin@shop.hosted.org', 'admin@hosted.org']),
    )
  })

  it('returns no mailbox at a public suffix', async () => {
    const { results } = await list('shop.example.co.uk')
    expect(results).toContain('admin@example.co.uk')
    expect(results).not.toContain('admin@co.uk')
  })

  it('refuses an unknown product with ssl_product_invalid, and no host name with common_name_invalid', async () => {
    await expect(list('hosted.org', 4)).rejects.toMatchObject({ refusal: 'ssl_product_invalid' })
    await expect(list('192.0.2.1')).rejects.toMatchObject({ refusal: 'common_name_invalid' })
  })
})

describe('ssl-orders.resend-approver-email', () => {
  it('sends the mail again, with the same link', async () => {
    const id = await place({ approver_email: 'webmaster@hosted.org' })
    await eventually(() => mailsTo('webmaster@hosted.org') === 1, 'the first mail')
    const nonce = await nonceOf(id)
    expect(await resend(id)).toEqual({ id })
    await eventually(() => mailsTo('webmaster@hosted.org') === 2, 'the second mail')
    expect(await nonceOf(id)).toBe(nonce)
  })

  it('refuses more than ten mails with rate_limited', async () => {
    const id = await place()
    await platform.sql.query('update orders.ssl_order set approver_mails = 9 where id = $1', [id])
    expect(await resend(id)).toEqual({ id })
    await expect(resend(id)).rejects.toMatchObject({ refusal: 'rate_limited' })
  })

  it('refuses the order of another account with ssl_order_not_found', async () => {
    const id = await place()
    await expect(resend(id, STRANGER)).rejects.toMatchObject({ refusal: 'ssl_order_not_found' })
  })

  it('refuses a draft with ssl_status_prohibits, and an order without mail with validation_method_invalid', async () => {
    const draft = await place({ start_provision: false })
    await expect(resend(draft)).rejects.toMatchObject({ refusal: 'ssl_status_prohibits' })
    const byDns = await platform.place({ csr: await platform.requestFor('nobodys.org'), enable_dns_automation: false })
    await expect(resend(byDns)).rejects.toMatchObject({ refusal: 'validation_method_invalid' })
  })
})

describe('ssl-orders.update-approver-email', () => {
  it('mails a new link to the new address, and the old link stops working', async () => {
    const id = await place()
    const nonce = await nonceOf(id)
    expect(await update(id, ' Postmaster@Hosted.org ')).toEqual({ id })
    await eventually(() => mailsTo('postmaster@hosted.org') === 1, 'the mail to the new address')
    await expect(find(id, nonce)).rejects.toMatchObject({ refusal: 'approval_not_pending' })
    expect(await find(id, await nonceOf(id))).toEqual({ names: ['hosted.org'] })
    expect((await platform.read(id)).email_approver).toBe('postmaster@hosted.org')
  })

  it('refuses an address that may not approve the name with approver_email_not_allowed', async () => {
    const id = await place()
    const nonce = await nonceOf(id)
    for (const address of ['admin@elsewhere.org', 'me@hosted.org', 'admin@org'])
      await expect(update(id, address)).rejects.toMatchObject({ refusal: 'approver_email_not_allowed' })
    expect(await nonceOf(id)).toBe(nonce)
  })

  it('refuses the order of another account with ssl_order_not_found, and changes nothing', async () => {
    const id = await place()
    await expect(update(id, 'postmaster@hosted.org', STRANGER)).rejects.toMatchObject({
      refusal: 'ssl_order_not_found',
    })
    expect((await platform.read(id)).email_approver).toBe('admin@hosted.org')
  })
})
