import { createEmail } from '@nameyard/contracts/emails/create-email'
import { deleteEmail } from '@nameyard/contracts/emails/delete-email'
import { getEmailBranding } from '@nameyard/contracts/emails/get-email-branding'
import { listEmails } from '@nameyard/contracts/emails/list-emails'
import { previewEmail } from '@nameyard/contracts/emails/preview-email'
import { setEmailBranding } from '@nameyard/contracts/emails/set-email-branding'
import { updateEmail } from '@nameyard/contracts/emails/update-email'
import { runningService, type Account, type RunningService } from './running-service'

let running: RunningService
let own: Account
let other: Account

beforeAll(async () => {
  running = await runningService()
  own = await running.account()
  other = await running.account()
})
afterAll(() => running?.close())

const template = {
  group: 'errp',
  name: 'expiry',
  locale: ['nl_NL'],
  fields: [
    { name: 'subject', value: '{{domain}}' },
    { name: 'text', value: 'Tot {{day}}' },
  ],
} as const
const wire = { ...template, locale: [...template.locale], fields: [...template.fields] }

it('stores, changes and deletes the words of an account, and none of another', async () => {
  const { id } = await running.rpc.call(createEmail, wire, own.call())
  const listed = async (by: Account) =>
    (await running.rpc.call(listEmails, { is_system: false }, by.call())).results.map((each) => each.id)
  expect(await listed(own)).toEqual([id])
  expect(await listed(other)).toEqual([])
  const change = { id, is_default: true }
  await expect(running.rpc.call(updateEmail, change, other.call())).rejects.toThrow('is not in your account')
  await expect(running.rpc.call(deleteEmail, { id }, other.call())).rejects.toThrow('is not in your account')
  await running.rpc.call(updateEmail, change, own.call())
  const { results } = await running.rpc.call(listEmails, { id }, own.call())
  expect(results).toMatchObject([{ ...wire, is_default: true, tags: [] }])
  const preview = await running.rpc.call(previewEmail, { group: 'errp', locale: 'fr_FR' }, own.call())
  expect(preview.text).toBe('Tot 2028-01-31\n')
  await running.rpc.call(deleteEmail, { id }, own.call())
  expect(await listed(own)).toEqual([])
})

it('sends the words of the platform when a stored template does not compile', async () => {
  const { id } = await running.rpc.call(createEmail, wire, own.call())
  await running.sql.query(`update email_template set text = '{{former}}' where id = $1`, [id])
  const preview = await running.rpc.call(previewEmail, { group: 'errp', locale: 'nl_NL' }, own.call())
  expect(preview.subject).toBe('example.com verloopt op 2028-01-31')
})

it('keeps how the mails of an account look', async () => {
  const look = await running.rpc.call(setEmailBranding, { name: 'Names', footer: 'Bye' }, own.call())
  expect(look).toEqual({ name: 'Names', reply_to: '', logo_url: '', color: '', footer: 'Bye' })
  expect(await running.rpc.call(getEmailBranding, {}, own.call())).toEqual(look)
  expect(await running.rpc.call(getEmailBranding, {}, other.call())).toMatchObject({ name: '' })
  await running.rpc.call(setEmailBranding, { name: 'Names' }, own.call())
  const preview = await running.rpc.call(previewEmail, { group: 'ive' }, own.call())
  expect(preview.text).toContain('\n-- \nBye\n')
})
